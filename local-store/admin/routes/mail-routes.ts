import { Router } from "express";
import { deleteAllMail, listMail, readMail } from "../../mail/mailbox.ts";
import { defaultShop } from "../page-context.ts";
import { emailPage, mailPage } from "../pages/mail-pages.tsx";
import type { AdminServices } from "../services.ts";
import { formText, numberParameter, queryText, sendNotFound, withShop } from "./shop-handler.ts";

/** Allows only images and inline styles, because the email is shown in a sandboxed frame. */
const MAIL_BODY_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'";

/** The mailbox: pages, and /mail.json for scripts. */
export function mailRoutes({ store, mail }: AdminServices): Router {
  const router = Router();
  router.get("/mail", (_request, response) => response.redirect(`/store/${defaultShop().handle}/mail`));
  router.get("/mail.json", (request, response, next) => {
    listMail(store, { to: queryText(request, "to"), limit: 1000 })
      .then((messages) => Promise.all(messages.map((message) => readMail(store, message.id))))
      .then((messages) =>
        response.json({ messages: messages.flatMap((each) => (each ? [toJson(each)] : [])) }),
      )
      .catch(next);
  });
  router.get("/mail/:id/html", (request, response, next) => {
    readMail(store, numberParameter(request, "id"))
      .then((message) => {
        if (!message?.email.html) return response.sendStatus(404);
        response.set("Content-Security-Policy", MAIL_BODY_POLICY);
        return response.type("html").send(`<base target="_blank">${message.email.html}`);
      })
      .catch(next);
  });
  router.get("/mail/:id/attachments/:index", (request, response, next) => {
    readMail(store, numberParameter(request, "id"))
      .then((message) => {
        const file = message?.email.attachments[numberParameter(request, "index")];
        if (!file) return response.sendStatus(404);
        const content = typeof file.content === "string" ? file.content : new Uint8Array(file.content);
        response.attachment(file.filename ?? "attachment");
        return response.type("application/octet-stream").send(Buffer.from(content));
      })
      .catch(next);
  });
  router.get(
    "/store/:shop/mail",
    withShop(async (context, request, response) => {
      const to = queryText(request, "to");
      const messages = await listMail(store, { to });
      response.send(mailPage(context, messages, { to, knobs: mail.knobs, smtpPort: mail.port }));
    }),
  );
  router.get(
    "/store/:shop/mail/:id",
    withShop(async (context, request, response) => {
      const message = await readMail(store, numberParameter(request, "id"));
      if (!message) return sendNotFound(request, response, "This message doesn't exist.", context.shop);
      response.send(emailPage(context, message));
    }),
  );
  router.post(
    "/store/:shop/mail/knobs",
    withShop((context, request, response) => {
      mail.knobs.refused = addresses(formText(request, "refused"));
      mail.knobs.deferred = addresses(formText(request, "deferred"));
      response.redirect(303, `/store/${context.shop.handle}/mail`);
    }),
  );
  router.post(
    "/store/:shop/mail/empty",
    withShop(async (context, _request, response) => {
      await deleteAllMail(store);
      response.redirect(303, `/store/${context.shop.handle}/mail`);
    }),
  );
  return router;
}

function toJson(message: NonNullable<Awaited<ReturnType<typeof readMail>>>) {
  const { email } = message;
  return {
    id: message.id,
    receivedAt: message.received_at.toISOString(),
    from: message.envelope_from,
    to: message.envelope_to,
    subject: message.subject,
    messageId: email.messageId ?? null,
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map((file) => ({ filename: file.filename, mimeType: file.mimeType })),
  };
}

function addresses(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each.includes("@"));
}
