import net from "node:net";

/** How long a server may take to greet (milliseconds). */
const GREETING_MS = 5_000;
const MAX_GREETING = 1_024;

/** What a server is by its first words. `silent`: it expects TLS, or isn't ready. */
export type Greeting = "FTP" | "SFTP" | "silent" | "another";

/**
 * Connects to a port and reads what the server says first.
 * @param address an IP address that may be reached
 * @throws the error of a port that is closed or doesn't answer
 */
export function greetingOf(address: string, port: number, signal: AbortSignal): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port, signal });
    let text = "";
    let isConnected = false;
    const end = (greeting: Greeting) => {
      socket.destroy();
      resolve(greeting);
    };
    socket.setTimeout(GREETING_MS, () =>
      isConnected
        ? end("silent")
        : socket.destroy(Object.assign(new Error("It doesn't answer."), { code: "ETIMEDOUT" })),
    );
    socket.on("connect", () => {
      isConnected = true;
    });
    socket.on("error", (error) => (isConnected && !signal.aborted ? end("silent") : reject(error)));
    socket.on("close", () => end("silent"));
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (/^SSH-/m.test(text)) end("SFTP");
      else if (/^220[ -]/.test(text)) end("FTP");
      else if (text.includes("\n") || text.length > MAX_GREETING) end("another");
    });
  });
}
