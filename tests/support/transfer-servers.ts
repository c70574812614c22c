import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";

const SSHD = "/usr/sbin/sshd";
const VSFTPD = "/usr/sbin/vsftpd";
const USER_ID = 23_456;

export const TRANSFER_USER = "backroomtest";
export const TRANSFER_PASSWORD = "correct-horse-7";

/** Why Debian's own servers can't be tested here. Undefined when they can. */
export function transferServersMissing(): string | undefined {
  const programs = [SSHD, VSFTPD].filter((program) => spawnSync("test", ["-x", program]).status !== 0);
  if (programs.length > 0) return `${programs.join(" and ")} isn't installed`;
  // The user exists only in a file system of the servers' own.
  return spawnSync("unshare", ["-m", "true"]).status === 0 ? undefined : "a mount namespace needs root";
}

/** Debian's `openssh-server` and `vsftpd`, with one user and these folders. */
export interface TransferServers {
  sftpPort: number;
  ftpPort: number;
  folders: Record<"incoming" | "readOnly" | "forbidden" | "full" | "missing", string>;
  close(): Promise<void>;
}

/** Starts both servers. Their user and their full disk are in a mount namespace, so nothing of this machine changes. */
export async function startTransferServers(): Promise<TransferServers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "backroom-servers-"));
  const at = (...names: string[]) => path.join(folder, ...names);
  const folders = {
    incoming: at("incoming"),
    readOnly: at("read-only"),
    forbidden: at("forbidden"),
    full: at("full"),
    missing: at("missing"),
  };
  for (const name of [folders.incoming, folders.readOnly, folders.forbidden, folders.full, at("empty")])
    mkdirSync(name);
  const [sftpPort, ftpPort] = [await freePort(), await freePort()];
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", at("key")]);
  const hash = execFileSync("openssl", ["passwd", "-6", TRANSFER_PASSWORD], { encoding: "utf8" }).trim();
  const withLine = (file: string, line: string) => `${readFileSync(file, "utf8").trimEnd()}\n${line}\n`;
  const user = `${TRANSFER_USER}:x:${USER_ID}:65534::${folder}:/bin/sh`;
  writeFileSync(at("passwd"), withLine("/etc/passwd", user));
  writeFileSync(at("shadow"), withLine("/etc/shadow", `${TRANSFER_USER}:${hash}:20000:0:99999:7:::`));
  writeFileSync(
    at("sshd.conf"),
    `Port ${sftpPort}
ListenAddress 127.0.0.1
HostKey ${at("key")}
UsePAM no
PasswordAuthentication yes
StrictModes no
PidFile none
Subsystem sftp internal-sftp
`,
  );
  writeFileSync(
    at("vsftpd.conf"),
    `listen=YES
listen_port=${ftpPort}
listen_address=127.0.0.1
background=NO
anonymous_enable=NO
local_enable=YES
write_enable=YES
local_umask=022
seccomp_sandbox=NO
secure_chroot_dir=${at("empty")}
pam_service_name=vsftpd
`,
  );
  writeFileSync(
    at("start.sh"),
    `set -e
cd ${folder}
mount --bind passwd /etc/passwd
mount --bind shadow /etc/shadow
mount -t tmpfs tmpfs /run && mkdir /run/sshd
mount -t tmpfs -o size=64k tmpfs full
head -c 65536 /dev/zero > full/all-of-it
chmod 755 . && chmod 700 forbidden && chmod 777 full
chown ${USER_ID} incoming
${SSHD} -D -e -f ${at("sshd.conf")} &
${VSFTPD} ${at("vsftpd.conf")} &
wait
`,
  );
  const server = spawn("unshare", ["-m", "--kill-child", "-p", "-f", "sh", at("start.sh")], {
    stdio: "ignore",
  });
  await Promise.all([untilOpen(sftpPort, server), untilOpen(ftpPort, server)]);
  return {
    sftpPort,
    ftpPort,
    folders,
    async close() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOpen(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The servers ended before their ports were open.");
}
