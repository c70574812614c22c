import { mailText } from "~/core/mail/mail-text";
import { reasonNotToSend } from "./register/reason-not-to-send.server";

export const confirmRegistration = mailText({
  id: "code.confirm",
  name: "Confirmation of a registration with a code",
  when: "Someone registers with a code on its public page",
  subject: "Confirm your registration with {{shop}}",
  body: `Hello,

This email address was entered to register with {{shop}}. Please confirm the registration here until {{until}}:

{{link}}

It counts only after you confirm it, and only while the code can be used. If you didn't register, ignore this email.

{{shop}}`,
  placeholders: {
    until: { meaning: "When the link expires", example: "06/30/2026 02:15 PM PDT" },
    link: {
      meaning: "The person's own link, which confirms the registration",
      example: "https://shop.example/registration/confirm/…",
      isLink: true,
    },
  },
  findObjection: reasonNotToSend,
});
