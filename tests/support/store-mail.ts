import { expect } from "vitest";
import { backroom } from "./backroom.ts";
import { withMachineFactor } from "./machine-factor.ts";

/** An email that the local store's mail server received. */
interface ArrivedMail {
  subject: string;
  text: string | null;
}

/** The emails sent to an address, newest first. */
export async function mailsTo(address: string): Promise<ArrivedMail[]> {
  const url = `${backroom().localStoreUrl}/mail.json?${new URLSearchParams({ to: address })}`;
  return ((await (await fetch(url)).json()) as { messages: ArrivedMail[] }).messages;
}

/** The subjects of the emails sent to an address, newest first. */
export const subjectsTo = async (address: string): Promise<string[]> =>
  (await mailsTo(address)).map(({ subject }) => subject);

/** What a pattern finds in the newest email to an address, once one has arrived. */
export async function waitForMail(address: string, pattern: RegExp): Promise<string> {
  const find = async () => pattern.exec((await mailsTo(address))[0]?.text ?? "")?.[0] ?? "";
  await expect.poll(find, { timeout: withMachineFactor(30_000) }).not.toBe("");
  return find();
}

/** What a pattern finds in the newest email to an address that has this subject, once it has arrived. */
export async function waitForMailOf(address: string, subject: string, pattern: RegExp): Promise<string> {
  const find = async () => {
    const mail = (await mailsTo(address)).find((each) => each.subject === subject);
    return pattern.exec(mail?.text ?? "")?.[0] ?? "";
  };
  await expect.poll(find, { timeout: withMachineFactor(30_000) }).not.toBe("");
  return find();
}

/** The personal link of a request's page. */
export const REQUEST_LINK = /https?:\/\/\S+\/request\/[\w.-]+\//;
/** The personal link of an invitation. */
export const INVITATION_LINK = /https?:\/\/\S+\/invitation\/[\w.-]+/;

/** Confirms what a form requested, by the link of its email, with the requests of that page. */
export async function confirmEntry(link: string): Promise<string> {
  const [, entry = ""] = /name="entry" value="([^"]+)"/.exec(await (await fetch(link)).text()) ?? [];
  const body = new URLSearchParams({ entry, decision: "confirm" });
  return (await fetch(link, { method: "POST", body })).text();
}
