import { mailText } from "~/core/mail/mail-text";

export const creditEnds = mailText({
  id: "credit.ends",
  name: "Store credit expires soon",
  when: "As many days before a customer's credit expires as the owner sets under Settings, if reminders are on",
  subject: "{{amount}} of your credit at {{shop}} can be used until {{endDate}}",
  body: `Hello {{name}},

You can use {{amount}} of your store credit at {{shop}} until {{endDate}} ({{timeLeft}}). Any amount left after that expires.

It is applied automatically when you pay with store credit at checkout.

{{shop}}`,
  placeholders: {
    name: { meaning: "The customer's first name, or their full name", example: "Ana" },
    amount: { meaning: "What is left of the credit that expires", example: "$25.00" },
    endDate: { meaning: "The last day on which it can be used", example: "06/30/2027" },
    timeLeft: { meaning: "How far away that day is", example: "in 14 days" },
  },
});
