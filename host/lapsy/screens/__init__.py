"""What people see: one view per kind of viewer, and the server of the pages."""
