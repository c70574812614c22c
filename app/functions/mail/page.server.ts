import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { mailFunction } from "./function";

/** The calls that the pages post, and what they say after them. */
export const mailTexts: Texts<ContractsOf<typeof mailFunction>> = {
  "mail.allow": ({ allowed }, _input, email) => ({
    level: allowed ? "success" : "info",
    text: allowed ? `Email to ${email} is allowed again.` : `Email to ${email} isn't blocked.`,
  }),
  "mail.sendAgain": ({ queued, refused }) => {
    const message = `${queued.length} ${queued.length === 1 ? "email is" : "emails are"} being sent again.`;
    if (refused.length === 0) return message;
    const why = [...new Set(refused.map((each) => each.why))].slice(0, 3).join(" ");
    if (queued.length === 0) return { level: "warning", text: why };
    const rest = `${refused.length} can't be sent again: ${why}`;
    return { level: "warning", text: `${message} ${rest}`, accepted: true };
  },
};
