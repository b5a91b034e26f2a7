"""A client by the official Python SDK: every tool over stdio, once. Its last line is `N passed, N failed`."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

MOST_BYTES = 8_000


async def main(command, args, cwd, calls):
    passed, failed = 0, 0

    def tell(name, why):
        nonlocal passed, failed
        passed, failed = passed + (why is None), failed + (why is not None)
        print(f"ok {name}" if why is None else f"FAIL {name}: {why}")

    async with stdio_client(StdioServerParameters(command=command, args=args, cwd=cwd)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            missing = set(tools) - {tool for tool, _ in calls}
            tell("every tool is called", f"not {missing}" if missing else None)
            for tool in tools.values():
                hints = tool.model_dump(by_alias=True)["annotations"]
                tell(f"{tool.name} reads only", None if hints["readOnlyHint"] else "it says otherwise")
            for tool, asked in calls:
                heard = []

                async def progress(done, total, message, heard=heard):
                    heard.append(done)

                # The SDK holds the answer against the tool's output schema.
                result = await session.call_tool(tool, asked, progress_callback=progress)
                data = result.model_dump(by_alias=True, mode="json", exclude_none=True)
                size = len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
                if tool == "open_logs":
                    grows = heard and all(a < b for a, b in zip(heard, heard[1:]))
                    tell("progress grows", None if grows else f"{heard}")
                if data.get("isError"):
                    tell(tool, data["content"][0]["text"])
                elif not data["structuredContent"]["rows"]:
                    tell(tool, "no rows")
                else:
                    tell(tool, f"{size} bytes" if size > MOST_BYTES + 100 else None)
            resources = (await session.list_resources()).resources
            for resource in resources:
                read = await session.read_resource(resource.uri)
                tell(f"resource {resource.name}", None if read.contents else "nothing in it")
            for prompt in (await session.list_prompts()).prompts:
                given = {argument.name: "default/web-1" for argument in prompt.arguments or []}
                got = await session.get_prompt(prompt.name, given)
                tell(f"prompt {prompt.name}", None if got.messages else "no message")
    print(f"{passed} passed, {failed} failed")
    return failed


with open(sys.argv[1], encoding="utf8") as file:
    asked = json.load(file)
sys.exit(1 if asyncio.run(main(asked["command"], asked["args"], asked["cwd"], asked["calls"])) else 0)
