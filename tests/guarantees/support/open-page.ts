/** Open pages as the realtime server sees them, and whether messages reach them. */
import { io, type Socket } from "socket.io-client";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { until } from "./until.ts";

/** An open page (app/ui/realtime/realtime.ts), which connects again when the server has ended the connection. */
export function openPage(shop: TestShop, port: number): Socket {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: "/realtime",
    auth: (answer) => answer({ token: shop.token("1") }),
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    // A page of its own, not another channel of the first page's connection.
    forceNew: true,
  });
  const comeBack = () => void setTimeout(() => socket.connect(), 1_000);
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") comeBack();
  });
  socket.on("connect_error", () => {
    if (!socket.active) comeBack();
  });
  return socket;
}

/** True when a change that is published until all pages have received it reaches each of them. */
export async function allHear(sockets: readonly Socket[]): Promise<boolean> {
  const { publishChange } = await import("~/platform/realtime/publish.server");
  const heard = new Set<Socket>();
  for (const socket of sockets) socket.on("changed", () => void heard.add(socket));
  await until("the pages hear of a change", async () => {
    publishChange(DEMO, "signed-in", { list: "students" });
    return heard.size === sockets.length;
  });
  return heard.size === sockets.length;
}
