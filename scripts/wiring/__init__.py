"""What hardware/ is written from: the pin map, the list of parts, and the pictures and tables made of them."""
