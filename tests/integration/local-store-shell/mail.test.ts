import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocalStore } from "../../../local-store/main.ts";
import { startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.dispose());

/** Sends a message with a minimal SMTP client and returns the server's replies. */
function send(recipient: string, message: string): Promise<string[]> {
  const lines = [
    "EHLO test",
    "MAIL FROM:<app@example.com>",
    `RCPT TO:<${recipient}>`,
    "DATA",
    `${message}\r\n.`,
    "QUIT",
  ];
  return new Promise((resolve, reject) => {
    const replies: string[] = [];
    const socket = connect(store.smtpPort, "127.0.0.1");
    let buffer = "";
    socket.on("data", (data) => {
      buffer += data;
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (/^\d{3}-/.test(line)) continue;
        replies.push(line);
        const isRefused = /^[45]/.test(line);
        const next = isRefused ? "QUIT" : lines[replies.length - 1];
        if (next && !line.startsWith("221")) socket.write(`${next}\r\n`);
      }
    });
    socket.on("close", () => resolve(replies));
    socket.on("error", reject);
  });
}

async function mailTo(recipient: string) {
  const response = await fetch(`${store.url}/mail.json?${new URLSearchParams({ to: recipient })}`);
  return (await response.json()).messages;
}

const MESSAGE = [
  "From: Backroom <app@example.com>",
  "To: ana@example.com",
  "Subject: =?UTF-8?Q?Sch=C3=B6n?=",
  "Message-ID: <1@backroom>",
  "MIME-Version: 1.0",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<p>Hello</p><script>parent.document.title = "taken"</script>',
].join("\r\n");

describe("the mail server", () => {
  it("stores a message and shows it as a page, as JSON, and in a sandbox", async () => {
    await send("ana@example.com", MESSAGE);
    const [message] = await mailTo("ana@example.com");
    expect(message).toMatchObject({
      subject: "Schön",
      from: "app@example.com",
      to: ["ana@example.com"],
      messageId: "<1@backroom>",
    });
    const page = await (await fetch(`${store.url}/store/backroom-demo/mail/${message.id}`)).text();
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const html = await fetch(`${store.url}/mail/${message.id}/html`);
    expect(html.headers.get("content-security-policy")).toMatch(/^sandbox .*default-src 'none'/);
    expect(await html.text()).toContain("<p>Hello</p>");
  });

  it("refuses recipients permanently or temporarily and stores nothing", async () => {
    expect(await send("gone@bounce.example", MESSAGE)).toContainEqual(expect.stringMatching(/^550 5\.1\.1/));
    expect(await send("busy@later.example", MESSAGE)).toContainEqual(expect.stringMatching(/^451 4\.3\.2/));
    expect(await mailTo("bounce.example")).toEqual([]);
    expect(await mailTo("later.example")).toEqual([]);
  });

  it("refuses the recipients set by its knob", async () => {
    const knobs = await (await fetch(`${store.url}/knobs/mail`)).json();
    const turn = (refused: string[]) =>
      fetch(`${store.url}/knobs/mail`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ refused }),
      });
    await turn([...knobs.refused, "eva@example.com"]);
    expect(await send("Eva@example.com", MESSAGE)).toContainEqual(expect.stringMatching(/^550/));
    await turn(knobs.refused);
    expect(await send("eva@example.com", MESSAGE)).toContainEqual(expect.stringMatching(/^250 Stored/));
  });

  it("keeps its messages after a restart", async () => {
    await send("later@example.com", MESSAGE);
    const again = await startLocalStore({
      port: 0,
      smtpPort: 0,
      databaseUrl: store.databaseUrl,
      appUrl: "http://localhost:1",
      appConfigFile: `${store.folder}/shopify.app.toml`,
      filesFolder: store.folder,
    });
    try {
      const response = await fetch(`${again.url}/mail.json?to=later@example.com`);
      expect((await response.json()).messages).toHaveLength(1);
    } finally {
      await again.close();
    }
  });

  it("names the environment variable if the port is in use", async () => {
    const options = {
      databaseUrl: store.databaseUrl,
      appUrl: "http://localhost:1",
      filesFolder: store.folder,
    };
    await expect(startLocalStore({ ...options, port: 0, smtpPort: store.smtpPort })).rejects.toThrow(
      `Port ${store.smtpPort} is in use. Stop the other program, or set LOCAL_STORE_SMTP_PORT to a free port.`,
    );
    const port = Number(new URL(store.url).port);
    await expect(startLocalStore({ ...options, port, smtpPort: 0 })).rejects.toThrow(
      `Port ${port} is in use. Stop the other program, or set LOCAL_STORE_PORT to a free port.`,
    );
  });
});
