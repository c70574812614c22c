import { mailText, type Placeholder } from "~/core/mail/mail-text";

/** A request for store credit that needs a second approver. */
const CREDIT_REQUEST = {
  request: { meaning: "What was requested", example: "Credit of $250.00 for 8 customers" },
  total: { meaning: "The total amount", example: "$2,000.00" },
  reference: { meaning: "The request's reference", example: "Summer bonus" },
  link: {
    meaning: "Credits in the Shopify admin, where such requests are approved or declined",
    example: "https://admin.shopify.com/store/…",
    isLink: true,
  },
} as const satisfies Record<string, Placeholder>;

export const approvalNeeded = mailText({
  id: "credit.approval",
  name: "Store credit needs approval",
  when: "A request for store credit needs a second approver. It goes to all others who can use Credits",
  subject: "{{asker}} asks for your approval: {{request}}",
  body: `Hello {{name}},

{{asker}} requests more store credit than one person may post at {{shop}}:

{{request}}, {{total}} in total. Reference: {{reference}}

Nothing is posted until a second person approves it. Please approve or decline it here:

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Olivia Owner" },
    asker: { meaning: "The name of the person who made the request", example: "Casey Credits" },
    ...CREDIT_REQUEST,
  },
});

export const approvalDecided = mailText({
  id: "credit.decided",
  name: "Store credit was approved or declined",
  when: "A request for store credit is approved or declined. It goes to the person who made the request",
  subject: "{{decider}} has {{decision}} your request: {{request}}",
  body: `Hello {{name}},

{{decider}} has {{decision}} your request for store credit at {{shop}}:

{{request}}, {{total}} in total. Reference: {{reference}}

{{outcome}}

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Casey Credits" },
    decider: { meaning: "The name of the person who decided", example: "Olivia Owner" },
    decision: { meaning: "approved or declined", example: "approved" },
    outcome: {
      meaning: "What happened then, or why the request was declined",
      example: "It is on its way for 8 customers.",
    },
    ...CREDIT_REQUEST,
  },
});
