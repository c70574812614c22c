import { mailText } from "~/core/mail/mail-text";

export const requestLinkMail = mailText({
  id: "request.link",
  name: "New link to a request",
  when: "A customer opens an expired link to their request, and asks for a new one",
  subject: "Your new link: {{title}}",
  body: `Hello,

Here is your new link to "{{title}}" at {{shop}}. It works until {{until}}:

{{link}}

If you didn't ask for it, ignore this email.

{{shop}}`,
  placeholders: {
    title: { meaning: "What the request is about", example: "Free battery" },
    until: { meaning: "When the link expires", example: "06/30/2026 02:15 PM PDT" },
    link: {
      meaning: "The personal link to the request",
      example: "https://shop.example/apps/backroom/request/…",
      isLink: true,
      isRequired: true,
    },
  },
});
