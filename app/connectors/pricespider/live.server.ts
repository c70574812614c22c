import { inSpan } from "~/platform/trace.server";
import type { ConnectToServer } from "./port";

/** Signs in to the server of PriceSpider by FTP or SFTP. Only workers do it, so the libraries are loaded here. */
export const connectToServer: ConnectToServer = (access, signal, onStep) =>
  inSpan(
    { name: `${access.client} sign-in`, kind: "client", attributes: { "server.address": access.host } },
    () => connect(access, signal, onStep),
  );

const connect: ConnectToServer = async (access, signal, onStep) => {
  if (access.client === "SFTP") {
    const { connectBySftp } = await import("./sftp.server");
    return connectBySftp(access, signal, onStep);
  }
  const { connectByFtp } = await import("./ftp.server");
  return connectByFtp(access, signal, onStep);
};
