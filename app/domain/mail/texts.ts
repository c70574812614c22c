/** What a {{placeholder}} of a text stands for. */
export interface Placeholder {
  /** For those who edit the text. */
  meaning: string;
  /** What the preview and a test mail show. */
  example: string;
  /** Its value is an https address, which the mail shows as a link. */
  isLink?: boolean;
}

/** A mail that the console sends, as it is until a shop writes its own. */
export interface MailText {
  /** How staff call it. */
  name: string;
  /** When it is sent, and to whom. */
  when: string;
  subject: string;
  /** Plain text; an empty line parts paragraphs. */
  body: string;
  /** What the caller of `queueMail` gives values for. */
  placeholders: Readonly<Record<string, Placeholder>>;
}

/** Filled in by `queueMail` itself, in every text. */
export const COMMON_PLACEHOLDERS = {
  shop: { meaning: "The shop's name", example: "Backroom Demo" },
} as const satisfies Record<string, Placeholder>;

/** Whom a mail about a registration goes to. */
const REGISTERED_PERSON = {
  name: { meaning: "The person's first name, or their whole name", example: "Ana" },
  registration: { meaning: "What they registered as", example: "student" },
} as const satisfies Record<string, Placeholder>;

/** Whom an invitation goes to, and the way to accept it. */
const INVITED_PERSON = {
  name: { meaning: "The person's first name", example: "Ana" },
  link: {
    meaning: "The person's own link, which registers them",
    example: "https://shop.example/invitation/…",
    isLink: true,
  },
} as const satisfies Record<string, Placeholder>;

/** A request about store credit that needs a second person. */
const CREDIT_REQUEST = {
  request: { meaning: "What was asked for", example: "Credit of $250.00 for 8 customers" },
  total: { meaning: "How much that is in all", example: "$2,000.00" },
  reference: { meaning: "What the request says it is for", example: "Summer bonus" },
  link: {
    meaning: "Credits in the Shopify admin, where such requests are decided",
    example: "https://admin.shopify.com/store/…",
    isLink: true,
  },
} as const satisfies Record<string, Placeholder>;

/** The same, to something with a name. */
const invitedTo = (title: Placeholder, details: Placeholder) => ({ ...INVITED_PERSON, title, details });

const invitation = (what: string) => `Hello {{name}},

${what}

Please register here; the link is yours alone and works once:

{{link}}

{{shop}}`;

/** Every text, one declaration each. A shop edits them under Settings; a new one needs nothing else. */
export const MAIL_TEXTS = {
  "registration.ends": {
    name: "Registration ends soon",
    when: "30, 7 and 1 days before the end date of an approved student or staff customer",
    subject: "Your registration at {{shop}} ends on {{endDate}}",
    body: `Hello {{name}},

your registration at {{shop}} ends on {{endDate}} ({{timeLeft}}). Until then nothing changes for you.

If you are still entitled to it, please renew it in time: reply to this mail, and we will tell you what we need.

{{shop}}`,
    placeholders: {
      name: { meaning: "The person's name", example: "Ana Martin" },
      endDate: { meaning: "The day on which the registration ends", example: "06/30/2027" },
      timeLeft: { meaning: "How far away that day is", example: "in 7 days" },
    },
  },
  "registration.question": {
    name: "Registration needs information",
    when: "A pending student or staff customer is asked for information",
    subject: "We need something more for your registration at {{shop}}",
    body: `Hello {{name}},

thank you for your registration as a {{registration}} at {{shop}}. Before we can decide on it, we need something more from you:

{{question}}

Please reply to this mail.

{{shop}}`,
    placeholders: {
      ...REGISTERED_PERSON,
      question: {
        meaning: "What the person is asked for",
        example: "Please send us a current proof of your enrolment.",
      },
    },
  },
  "registration.rejected": {
    name: "Registration rejected",
    when: "A registration is rejected, and whoever rejects it wants the person to know",
    subject: "Your registration at {{shop}}",
    body: `Hello {{name}},

thank you for your registration as a {{registration}} at {{shop}}. We are sorry that we cannot accept it.

{{reason}}

If you think that this is a mistake, reply to this mail.

{{shop}}`,
    placeholders: {
      ...REGISTERED_PERSON,
      reason: {
        meaning: "The text of the reason for the person; empty without a reason",
        example: "The proof that goes with your registration is missing, or we could not read it.",
      },
    },
  },
  "registration.approved": {
    name: "Registration approved",
    when: "A registration is approved, when the shop's switch “E-mail on approval” is on",
    subject: "Welcome: your registration at {{shop}} is approved",
    body: `Hello {{name}},

your registration as a {{registration}} at {{shop}} is approved. You can use it from your next sign-in on.

{{shop}}`,
    placeholders: REGISTERED_PERSON,
  },
  "invitation.partner": {
    name: "Invitation of a partner user",
    when: "A partner user is invited, or invited again",
    subject: "Your invitation to {{shop}}",
    body: invitation("you are invited to {{shop}} as a partner."),
    placeholders: INVITED_PERSON,
  },
  "invitation.retiree": {
    name: "Invitation of a retiree user",
    when: "A retiree user is invited, or invited again",
    subject: "Your invitation to {{shop}}",
    body: invitation("you are invited to {{shop}} as a retiree."),
    placeholders: INVITED_PERSON,
  },
  "invitation.general": {
    name: "Invitation of a user",
    when: "Somebody is invited under “invite users”, or invited again",
    subject: "Your invitation to {{shop}}",
    body: invitation("you are invited to {{shop}}."),
    placeholders: INVITED_PERSON,
  },
  "invitation.toolconnect": {
    name: "Invitation of a tool-connect user",
    when: "Somebody is invited under “tool-connect invite users”, or invited again",
    subject: "Your tool-connect invitation to {{shop}}",
    body: invitation("you are invited to use tool-connect at {{shop}}."),
    placeholders: INVITED_PERSON,
  },
  "invitation.event": {
    name: "Invitation to an event",
    when: "Somebody is invited to an event, or invited again",
    subject: "You are invited: {{title}}",
    body: invitation("you are invited to {{title}}.\n\n{{details}}"),
    placeholders: invitedTo(
      { meaning: "The event's name", example: "Summer sale for friends" },
      { meaning: "When it is", example: "06/30/2027 6:00 PM to 06/30/2027 10:00 PM" },
    ),
  },
  "invitation.usertype": {
    name: "Invitation of a user type",
    when: "Somebody is invited under “invites”, or invited again",
    subject: "Your invitation to {{shop}}",
    body: invitation("you are invited to {{shop}} as {{title}}.\n\n{{details}}"),
    placeholders: invitedTo(
      { meaning: "The user type's name", example: "Distributor" },
      { meaning: "More about it; empty where there is nothing", example: "" },
    ),
  },
  "event.report": {
    name: "Report on an event",
    when: "An administrator asks for the report on an event; it goes to their own address",
    subject: "Report on {{event}}",
    body: `Hello {{name}},

here is the report on {{event}} ({{dates}}): {{count}}.

{{where}}

{{shop}}`,
    placeholders: {
      name: { meaning: "The administrator's name", example: "Olivia Owner" },
      event: { meaning: "The event's name", example: "Spring workshop" },
      dates: {
        meaning: "When the event begins and ends",
        example: "03/01/2027 9:00:00 AM to 03/01/2027 5:00:00 PM",
      },
      count: { meaning: "How many people it lists", example: "120 people, 80 of them registered" },
      where: {
        meaning: "That the workbook is attached or, when it is too large for a mail, where it is",
        example: "The workbook is attached to this mail.",
      },
    },
  },
  "credit.ends": {
    name: "Store credit runs out soon",
    when: "So many days before credit of a customer runs out as the owner sets under Settings, when that is turned on",
    subject: "{{amount}} of your credit at {{shop}} can be used until {{endDate}}",
    body: `Hello {{name}},

of your store credit at {{shop}}, {{amount}} can be used until {{endDate}} ({{timeLeft}}). What is left of it then runs out.

It is taken off by itself when you pay with store credit at checkout.

{{shop}}`,
    placeholders: {
      name: { meaning: "The customer's first name, or their whole name", example: "Ana" },
      amount: { meaning: "What is left of the credit that runs out", example: "$25.00" },
      endDate: { meaning: "The last day on which it can be used", example: "06/30/2027" },
      timeLeft: { meaning: "How far away that day is", example: "in 14 days" },
    },
  },
  "credit.approval": {
    name: "Store credit waits for approval",
    when: "A request about store credit needs a second person; it goes to everybody else who may use Credits",
    subject: "{{asker}} asks for your approval: {{request}}",
    body: `Hello {{name}},

{{asker}} asks for more store credit than one person may post at {{shop}}:

{{request}}, {{total}} in all. Reference: {{reference}}

Nothing is posted before somebody else has approved it. Please approve or decline it here:

{{link}}

{{shop}}`,
    placeholders: {
      name: { meaning: "The administrator's name", example: "Olivia Owner" },
      asker: { meaning: "Who asks", example: "Casey Credits" },
      ...CREDIT_REQUEST,
    },
  },
  "credit.decided": {
    name: "Store credit was approved or declined",
    when: "Somebody decides on a request about store credit; it goes to who asked",
    subject: "{{decider}} has {{decision}} your request: {{request}}",
    body: `Hello {{name}},

{{decider}} has {{decision}} your request about store credit at {{shop}}:

{{request}}, {{total}} in all. Reference: {{reference}}

{{outcome}}

{{link}}

{{shop}}`,
    placeholders: {
      name: { meaning: "The administrator's name", example: "Casey Credits" },
      decider: { meaning: "Who decided", example: "Olivia Owner" },
      decision: { meaning: "approved or declined", example: "approved" },
      outcome: {
        meaning: "What happened then, or why it was declined",
        example: "It is on its way for 8 customers.",
      },
      ...CREDIT_REQUEST,
    },
  },
  "giveaway.won": {
    name: "Giveaway won",
    when: "Staff mail the winners of a draw, and an alternate who has moved up",
    subject: "You have won: {{giveaway}}",
    body: `Hello {{name}},

congratulations: your entry number {{entry}} was drawn in {{giveaway}}.

Please reply to this mail, and we will tell you how you get your prize.

{{shop}}`,
    placeholders: {
      name: { meaning: "The winner's first name", example: "Ana" },
      giveaway: { meaning: "The giveaway's name", example: "Summer giveaway" },
      entry: { meaning: "The number of their entry", example: "42" },
    },
  },
} as const satisfies Record<string, MailText>;

export type MailTextId = keyof typeof MAIL_TEXTS;

export const MAIL_TEXT_IDS = Object.keys(MAIL_TEXTS) as [MailTextId, ...MailTextId[]];

/** A text by its id, in its general shape; undefined for an id that this version does not know. */
export const findMailText = (id: string): MailText | undefined =>
  Object.hasOwn(MAIL_TEXTS, id) ? MAIL_TEXTS[id as MailTextId] : undefined;

/** Every placeholder that a text may hold. */
export const placeholdersOf = (text: MailText): Record<string, Placeholder> => ({
  ...COMMON_PLACEHOLDERS,
  ...text.placeholders,
});

/** Example values of all its placeholders. */
export const examplesOf = (text: MailText): Record<string, string> =>
  Object.fromEntries(Object.entries(placeholdersOf(text)).map(([name, { example }]) => [name, example]));
