import { Router } from "express";
import { deleteAllMail, listMail, readMail } from "../../mail/mailbox.ts";
import { defaultShop } from "../page-context.ts";
import { mailPage, messagePage } from "../pages/mail-pages.tsx";
import type { AdminServices } from "../services.ts";
import { formText, forShop, numberParameter, queryText, sendNotFound } from "./handler.ts";

/** A document that can run nothing and load nothing but pictures, shown inside a sandboxed frame. */
const MAIL_BODY_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'";

/** The messages that the app sent: pages for people, /mail.json for scripts. */
export function mailRoutes({ store, mail }: AdminServices): Router {
  const router = Router();
  router.get("/mail", (_request, response) => response.redirect(`/store/${defaultShop().handle}/mail`));
  router.get("/mail.json", (request, response, next) => {
    listMail(store, { to: queryText(request, "to"), limit: 1000 })
      .then((messages) => Promise.all(messages.map((message) => readMail(store, message.id))))
      .then((messages) =>
        response.json({ messages: messages.flatMap((each) => (each ? [asJson(each)] : [])) }),
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
    forShop(async (context, request, response) => {
      const to = queryText(request, "to");
      const messages = await listMail(store, { to });
      response.send(mailPage(context, messages, { to, knobs: mail.knobs, smtpPort: mail.port }));
    }),
  );
  router.get(
    "/store/:shop/mail/:id",
    forShop(async (context, request, response) => {
      const message = await readMail(store, numberParameter(request, "id"));
      if (!message) return sendNotFound(request, response, "There is no such message.", context.shop);
      response.send(messagePage(context, message));
    }),
  );
  router.post(
    "/store/:shop/mail/knobs",
    forShop((context, request, response) => {
      mail.knobs.refused = addresses(formText(request, "refused"));
      mail.knobs.deferred = addresses(formText(request, "deferred"));
      response.redirect(303, `/store/${context.shop.handle}/mail`);
    }),
  );
  router.post(
    "/store/:shop/mail/empty",
    forShop(async (context, _request, response) => {
      await deleteAllMail(store);
      response.redirect(303, `/store/${context.shop.handle}/mail`);
    }),
  );
  return router;
}

function asJson(message: NonNullable<Awaited<ReturnType<typeof readMail>>>) {
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
