import { oneLine } from "~/platform/mail-address";
import { type MailText, type Placeholder, placeholdersOf } from "./mail-text";

/** A mail's parts, ready to be sent. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** What is rendered: a text in the words of the shop. */
export interface Wording {
  subject: string;
  body: string;
}

const PLACEHOLDER = /\{\{\s*([A-Za-z]\w*)\s*\}\}/;
const PICTURE = /^data:image\/png;base64,[A-Za-z0-9+/]+=*$/;
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

/**
 * The error of a text in a sentence, or null when it can be rendered. A personal link must be in the text, and must not be in the
 * subject, which mail servers log.
 * @param where "subject" or "text", for the sentence
 */
export function placeholderProblem(
  wording: string,
  placeholders: Readonly<Record<string, Placeholder>>,
  where: "subject" | "text",
): string | null {
  const names = Object.keys(placeholders)
    .map((name) => `{{${name}}}`)
    .join(", ");
  const parts = wording.split(PLACEHOLDER);
  const unknown = parts.find((name, index) => index % 2 === 1 && !Object.hasOwn(placeholders, name));
  if (unknown) return `The ${where} has {{${unknown}}}, which this email doesn't have. It has ${names}.`;
  const hasLooseBraces = parts.some((part, index) => index % 2 === 0 && /\{\{|\}\}/.test(part));
  if (hasLooseBraces)
    return `The ${where} has curly brackets that aren't a placeholder. Write a placeholder as {{name}}. This email has ${names}.`;
  for (const [name, { isLink, isRequired }] of Object.entries(placeholders)) {
    if (!isLink && !isRequired) continue;
    const isThere = parts.some((part, index) => index % 2 === 1 && part === name);
    if (where === "text" && isRequired && !isThere)
      return `The text must have {{${name}}}: without it, the email doesn't say what it is about.`;
    if (!isLink) continue;
    if (where === "subject" && isThere)
      return `The subject must not have {{${name}}}. Write it into the text.`;
    if (where === "text" && !isThere)
      return `The text must have {{${name}}}: without it, the recipient can't respond.`;
  }
  return null;
}

/** A text with the values of its placeholders. One without a value stays. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string =>
  text
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{{${part}}}`)))
    .join("");

/** The problem of a shop's own text for a mail, in a sentence, or null. */
export function wordingProblem({ subject, body }: Wording, text: MailText): string | null {
  const placeholders = placeholdersOf(text);
  return (
    placeholderProblem(subject, placeholders, "subject") ?? placeholderProblem(body, placeholders, "text")
  );
}

/**
 * A shop's own text as it can be sent. A text that was saved before `placeholderProblem` checked it may lack the link that
 * the mail is about, or have it in the subject. The link is then appended.
 */
export function withItsLinks({ subject, body }: Wording, text: MailText): Wording {
  let mended = { subject, body };
  for (const [name, { isLink }] of Object.entries(text.placeholders)) {
    if (!isLink) continue;
    const link = new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, "g");
    mended = {
      subject: mended.subject.replace(link, "").trim() || text.subject,
      body: mended.body.search(link) < 0 ? `${mended.body}\n\n{{${name}}}` : mended.body,
    };
  }
  return mended;
}

/**
 * Renders a text with its values, as subject, plain text and HTML. Everything is escaped. A link comes only from the shop's own
 * text, or from a value that is declared as one, never from a customer's input.
 * @throws Error when a placeholder has no value
 */
export function renderMail(
  { subject, body }: Wording,
  values: Readonly<Record<string, string>>,
  placeholders: Readonly<Record<string, Placeholder>>,
): RenderedMail {
  const valueFor = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`The mail has no value for {{${name}}}.`);
    return value;
  };
  const isPicture = (name: string, value: string) =>
    placeholders[name]?.isPicture === true && PICTURE.test(value);
  const fill = (wording: string, own: (text: string) => string, given: (name: string) => string) =>
    wording
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 0 ? own(part) : given(part)))
      .join("");
  const html = fill(unified(body), linked, (name) => {
    const value = valueFor(name);
    if (isPicture(name, value))
      return `<img src="${value}" alt="${escaped(placeholders[name]?.meaning ?? "")}">`;
    return placeholders[name]?.isLink ? linked(value) : escaped(unified(value));
  });
  const textFor = (name: string) => (isPicture(name, valueFor(name)) ? "" : valueFor(name));
  return {
    subject: oneLine(fill(subject, (text) => text, valueFor)),
    // A value may be empty, and leaves its empty lines behind.
    text: unified(fill(body, (text) => text, textFor)).replace(/\n{3,}/g, "\n\n"),
    html: htmlPage(html),
  };
}

/** Forms send line breaks as CR LF. */
const unified = (text: string) => text.replace(/\r\n?/g, "\n");

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** Escaped, with the addresses in it as links. */
const linked = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`,
    )
    .join("");

function htmlPage(content: string): string {
  const paragraphs = content
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>\n")}</p>`);
  return [
    "<!doctype html>",
    '<html><head><meta charset="utf-8"></head>',
    '<body style="font-family: -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #303030; max-width: 600px; overflow-wrap: anywhere">',
    ...paragraphs,
    "</body></html>",
  ].join("\n");
}
