import { mailText } from "~/core/mail/mail-text";
import { reasonNotToNotify } from "./draw/reason-not-to-notify.server";
import { reasonNotToSend } from "./registrations/reason-not-to-send.server";

export const giveawayWon = mailText({
  id: "giveaway.won",
  name: "Giveaway won",
  when: "An administrator emails the winners of a draw, or an alternate who has moved up",
  subject: "You have won: {{giveaway}}",
  body: `Hello {{name}},

Congratulations: your entry number {{entry}} was drawn in {{giveaway}}.

Please reply to this email, and we will let you know how you get your prize.

{{shop}}`,
  placeholders: {
    name: { meaning: "The winner's first name", example: "Ana" },
    giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
    entry: { meaning: "The number of their entry", example: "42" },
  },
  findObjection: reasonNotToNotify,
});

export const confirmEntry = mailText({
  id: "giveaway.confirm",
  name: "Confirmation of a giveaway entry",
  when: "Someone registers for a giveaway on its public page",
  subject: "Confirm your entry: {{giveaway}}",
  body: `Hello,

This email address was entered for {{giveaway}}. Please confirm the entry here until {{until}}:

{{link}}

The entry counts only after you confirm it, and only while places are left. If you didn't register, ignore this email.

{{shop}}`,
  placeholders: {
    giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
    until: { meaning: "When the link expires", example: "06/30/2026 02:15 PM PDT" },
    link: {
      meaning: "The person's own link, which confirms the entry",
      example: "https://shop.example/giveaway/confirm/…",
      isLink: true,
    },
  },
  findObjection: reasonNotToSend,
});
