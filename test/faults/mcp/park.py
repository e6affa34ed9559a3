"""Parks a car with the official Python client: python3 park.py URL KEY LOT_ID PLATE MODE"""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def park(url: str, key: str, lot_id: str, plate: str, mode: str) -> None:
    headers = {"Authorization": f"Bearer {key}"}
    transport = streamable_http_client(url, http_client=create_mcp_http_client(headers=headers))
    async with Client(transport, mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]

        async def call(name: str, **sent: object) -> dict:
            result = await client.call_tool(name, sent)
            if result.is_error:
                raise RuntimeError(result.content[0].text)
            return result.structured_content

        found = await call("search_parking", lat=43.6532, lng=-79.3832, limit=50)
        is_found = lot_id in [lot["id"] for lot in found["lots"]]
        started = await call("create_parking_session", lot_id=lot_id, plate=plate)
        session_id = started["session"]["id"]
        seen = await call("check_session_status", session_id=session_id)
        ended = await call("end_parking_session", session_id=session_id)
        statuses = [one["session"]["status"] for one in (started, seen, ended)]
        print(json.dumps({"names": names, "is_found": is_found, "statuses": statuses}))


asyncio.run(park(*sys.argv[1:]))
