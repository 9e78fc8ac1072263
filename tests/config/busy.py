"""An application that takes every socket and then is busy for good: whatever is sent to it waits."""

import asyncio
from typing import Any

from config.sockets import Intake


async def busy(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "speak"})
    while (await receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(3600)


application = Intake(busy)
