"""The only two loops: live (asyncio, one reader thread a port) and simulated (a heap)."""
