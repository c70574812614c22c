import { mailText } from "~/core/mail/mail-text";
import { reasonNotToConfirm, reasonNotToNotify } from "./draw/reason-not-to-notify.server";

const LINK = {
  meaning: "The personal link to the entry",
  example: "https://shop.example/apps/backroom/request/…",
  isLink: true,
};

export const giveawayEntered = mailText({
  id: "giveaway.entered",
  name: "Entry in a giveaway",
  when: "A person has confirmed their entry in a giveaway, or takes part again",
  subject: "You take part: {{giveaway}}",
  body: `Hello {{name}},

You take part in {{giveaway}} with entry number {{entry}}. We email the winners.

See your entry, or withdraw it:

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The entrant's first name", example: "Ana" },
    giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
    entry: { meaning: "The number of their entry", example: "42" },
    link: LINK,
  },
  findObjection: reasonNotToConfirm,
});

export const giveawayWon = mailText({
  id: "giveaway.won",
  name: "Giveaway won",
  when: "An administrator emails the winners of a draw, or an alternate who has moved up",
  subject: "You have won: {{giveaway}}",
  body: `Hello {{name}},

Congratulations: your entry number {{entry}} was drawn in {{giveaway}}.

We will contact you about how you get your prize. See your entry, or decline the prize:

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The winner's first name", example: "Ana" },
    giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
    entry: { meaning: "The number of their entry", example: "42" },
    link: LINK,
  },
  findObjection: reasonNotToNotify,
});
