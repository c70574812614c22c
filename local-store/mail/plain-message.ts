/** Encodes a plain-text email for SMTP. `from` and `to` are header values. */
export function plainMessage({
  from,
  to,
  subject,
  text,
}: Record<"from" | "to" | "subject" | "text", string>): Buffer {
  const oneLine = (value: string) => value.replace(/[\r\n]+/g, " ");
  const headers = [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  return Buffer.from(`${headers.join("\r\n")}\r\n\r\n${Buffer.from(text).toString("base64")}\r\n`);
}
