import { mailText } from "~/core/mail/mail-text";

const placeholders = {
  name: { meaning: "The recipient's name", example: "Ann Admin" },
  requester: { meaning: "Who requested it", example: "Olivia Owner" },
  limit: { meaning: "What is loosened", example: "Store credit: second approver" },
  before: { meaning: "The current value", example: "$100.00" },
  after: { meaning: "The requested value", example: "never" },
};
const link = { meaning: "The page with the request", example: "https://example.com", isLink: true };

export const safeguardLoosened = mailText({
  id: "safeguard.loosened",
  name: "A limit will be loosened",
  when: "Someone wants to loosen a limit. It goes to the others who may agree.",
  subject: "{{requester}} wants to loosen a limit: {{limit}}",
  body: `Hello {{name}},

{{requester}} wants to loosen a limit of {{shop}}.

{{limit}}
Now: {{before}}
Requested: {{after}}

It takes effect on {{due}}, or as soon as someone else agrees. Until then, it can be canceled:
{{link}}`,
  placeholders: {
    ...placeholders,
    due: { meaning: "When it takes effect", example: "Jun 16, 2026, 10:00 AM" },
    link,
  },
});

export const safeguardDecided = mailText({
  id: "safeguard.decided",
  name: "The loosening of a limit was decided",
  when: "A requested loosening was agreed to, canceled, or took effect by itself. It goes to the requester.",
  subject: "{{limit}}: {{decision}}",
  body: `Hello {{name}},

Your request was {{decision}} by {{decider}}.

{{limit}}
Before: {{before}}
Requested: {{after}}`,
  placeholders: {
    ...placeholders,
    decision: { meaning: "What happened", example: "put into effect" },
    decider: { meaning: "Who decided. Backroom itself after the waiting time", example: "Ann Admin" },
  },
});
