import { mailText } from "~/core/mail/mail-text";
import { reasonNotToNotify } from "./draw/reason-not-to-notify.server";

export const giveawayWon = mailText({
  id: "giveaway.won",
  name: "Giveaway won",
  when: "An administrator emails the winners of a draw, or an alternate who has moved up",
  subject: "You have won: {{giveaway}}",
  body: `Hello {{name}},

Congratulations: your entry number {{entry}} was drawn in {{giveaway}}.

We will contact you about how you get your prize.

{{shop}}`,
  placeholders: {
    name: { meaning: "The winner's first name", example: "Ana" },
    giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
    entry: { meaning: "The number of their entry", example: "42" },
  },
  findObjection: reasonNotToNotify,
});
