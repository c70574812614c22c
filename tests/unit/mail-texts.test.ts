import { expect, it } from "vitest";
import { examplesOf, placeholdersOf } from "~/core/mail/mail-text";
import { placeholderProblem, renderMail } from "~/core/mail/render";
import { app } from "../support/app.ts";

it.each([...app.declarations.mailTexts.values()])(
  "the text $id can be rendered with its own examples",
  (text) => {
    const placeholders = placeholdersOf(text);
    expect(placeholderProblem(text.subject, placeholders, "subject")).toBeNull();
    expect(placeholderProblem(text.body, placeholders, "text")).toBeNull();
    expect(renderMail(text, examplesOf(text), placeholders).text).not.toContain("{{");
  },
);

// No one may read the sender's mailbox, so an answer has a page of its own.
it("asks for no answer by email", () => {
  const { mailTexts } = app.declarations;
  expect([...mailTexts.values()].filter(({ body }) => /reply/i.test(body)).map(({ id }) => id)).toEqual([]);
});
