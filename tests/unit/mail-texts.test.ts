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
