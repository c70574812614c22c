import ssh2, { type SFTPWrapper } from "ssh2";

/** OpenSSH's extension of SFTP that renames a file over another one. */
const NAME = "posix-rename@openssh.com";
const VERSION_PACKET = 2;
const SFTP_VERSION = 3;

/** Of the library, but not in its types. */
interface Internals {
  _protocol: { channelData(channel: number, data: Buffer): void };
}

/**
 * Offers the extension in a session. The library always announces that a server has no extensions, so its announcement is replaced.
 * @param rename answers a request
 */
export function offerPosixRename(
  session: SFTPWrapper,
  rename: (request: number, from: string, to: string) => void,
): void {
  const { _protocol: protocol } = session as unknown as Internals;
  const { channelData } = protocol;
  // The announcement is the first packet of the session.
  protocol.channelData = (channel) => {
    protocol.channelData = channelData;
    protocol.channelData(channel, announcement());
  };
  session.on("EXTENDED", (request, name, data) => {
    if (name !== NAME) return session.status(request, ssh2.utils.sftp.STATUS_CODE.OP_UNSUPPORTED);
    const [from, rest] = readText(data);
    rename(request, from, readText(rest)[0]);
  });
}

function announcement(): Buffer {
  const body = Buffer.concat([Buffer.from([VERSION_PACKET]), uint32(SFTP_VERSION), text(NAME), text("1")]);
  return Buffer.concat([uint32(body.length), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const text = (value: string) => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)]);

/** The text at the beginning, and what follows it. */
function readText(data: Buffer): [text: string, rest: Buffer] {
  const end = 4 + data.readUInt32BE();
  return [data.toString("utf8", 4, end), data.subarray(end)];
}
