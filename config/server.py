"""python -m config.server: Daphne with all its options, on an event loop that psycopg and Twisted know everywhere."""

import asyncio
import sys

if sys.platform == "win32":  # whose own loop knows nothing of sockets that are ready
    asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())

from daphne.cli import CommandLineInterface

if __name__ == "__main__":
    CommandLineInterface.entrypoint()
