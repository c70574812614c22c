import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of emails and their settings. */
export const examples: ExampleRequests = {
  "mail.list": () => ({ path: "/mail" }),
  "mail.hits": () => ({ path: "/mail/hits?search=example" }),
  "mail.detail": ({ mailId }) => ({ path: `/mail/${mailId}` }),
  "mail.sendAgain": ({ mailId }) => ({ path: "/mail/send-again", body: { ids: [mailId] } }),
  "mail.allow": ({ mailId }) => ({ path: `/mail/${mailId}/allow`, body: {} }),
  "mailSettings.read": () => ({ path: "/settings/mail" }),
  "mailSettings.save": () => ({
    path: "/settings/mail",
    body: { name: "An example", email: "", replyTo: "", perMinute: null },
  }),
  "mailSettings.testServer": () => ({ path: "/settings/mail/test", body: {} }),
  "mailSettings.saveSender": () => ({
    path: "/settings/mail/sender",
    body: { name: "An example", email: "", replyTo: "" },
  }),
  "mailSettings.savePace": () => ({ path: "/settings/mail/pace", body: { perMinute: null } }),
  "mailSettings.text": () => ({ path: "/settings/mail/texts/registration.ends" }),
  "mailSettings.saveText": () => ({
    path: "/settings/mail/texts/registration.ends",
    body: { subject: "An example", body: "For {{name}}" },
  }),
  "mailSettings.resetText": () => ({ path: "/settings/mail/texts/registration.ends" }),
  "mailSettings.sendTest": () => ({
    path: "/settings/mail/texts/registration.ends/test",
    body: { subject: "An example", body: "For {{name}}" },
  }),
};
