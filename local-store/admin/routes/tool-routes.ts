import { type Request, Router } from "express";
import { z } from "zod";
import { agoraApiKey, listRequests, listUsers } from "../../agora/directory.ts";
import { application } from "../../config.ts";
import { setCustomerAccountsVersion } from "../../data/customer-accounts.ts";
import { findCustomerByEmail } from "../../data/find-customers.ts";
import { findShop } from "../../data/shops.ts";
import { sessionTokenKnobsSchema } from "../../http/session-token-knobs.ts";
import { listReceived } from "../../pricespider/accounts.ts";
import {
  installApp,
  installedScopes,
  scopesToAccept,
  triggerCompliance,
  uninstallApp,
} from "../../webhooks/installation.ts";
import { COMPLIANCE_TOPICS } from "../../webhooks/topics.ts";
import { listDeliveries, listSubscriptions } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { agoraPage } from "../pages/agora-page.tsx";
import { faultsPage } from "../pages/faults-page.tsx";
import { installationPage } from "../pages/installation-page.tsx";
import { priceSpiderPage } from "../pages/price-spider-page.tsx";
import { webhooksPage } from "../pages/webhooks-page.tsx";
import type { PageOptions } from "../render-page.tsx";
import type { AdminServices } from "../services.ts";
import { formText, queryText, withShop } from "./shop-handler.ts";

/** Pages that exist only in the local store: webhooks log, Agora, PriceSpider, faults, installation, and privacy requests. */
export function toolRoutes(services: AdminServices): Router {
  const { store } = services;
  const router = Router();
  router.get(
    "/store/:shop/webhooks",
    withShop(async (context, _request, response) => {
      response.send(webhooksPage(context, await listDeliveries(store, context.shop.domain)));
    }),
  );
  router.get(
    "/store/:shop/agora",
    withShop(async (context, request, response) => {
      const { domain, handle } = context.shop;
      const [users, requests] = await Promise.all([listUsers(store, domain), listRequests(store, domain)]);
      const address = `${request.protocol}://${request.get("host")}/agora`;
      response.send(agoraPage(context, { users, requests, address, apiKey: agoraApiKey(handle) }));
    }),
  );
  router.get(
    "/store/:shop/pricespider",
    withShop(async (context, request, response) => {
      const files = await listReceived(store, context.shop);
      const { receiver } = services;
      const notice = readNotice(request);
      response.send(priceSpiderPage(context, { receiver, files, storeUrl: store.publicUrl, notice }));
    }),
  );
  router.post(
    "/store/:shop/pricespider",
    withShop(async (context, _request, response) => {
      await services.receiver?.changeKey();
      const here = `/store/${context.shop.handle}/pricespider`;
      const text = "The SFTP server has another key.";
      response.redirect(303, noticeAddress(here, { level: "success", text }));
    }),
  );
  router.get(
    "/store/:shop/faults",
    withShop((context, request, response) => {
      const knobs = store.faults.of(context.shop.domain);
      response.send(faultsPage(context, knobs, services.sessionToken, readNotice(request)));
    }),
  );
  router.post(
    "/store/:shop/faults",
    withShop((context, request, response) => {
      const here = `/store/${context.shop.handle}/faults`;
      response.redirect(303, noticeAddress(here, updateKnobs(services, context, request)));
    }),
  );
  router.get(
    "/store/:shop/app",
    withShop(async (context, request, response) => {
      const scopes = await installedScopes(store, context.shop.domain, services.app.apiKey);
      const pendingScopes = await scopesToAccept(store, context.shop.domain, services.app);
      const subscriptions = await listSubscriptions(store, context.shop.domain);
      const row = await findShop(store.pool, context.shop.domain);
      const hasClassicAccounts = row?.customer_accounts_version === "CLASSIC";
      const notice = readNotice(request);
      response.send(
        installationPage(context, { scopes, pendingScopes, subscriptions, hasClassicAccounts, notice }),
      );
    }),
  );
  router.post(
    "/store/:shop/app",
    withShop(async (context, request, response) => {
      if (formText(request, "action") === "accept scopes") {
        await installApp(store, context.shop.domain, services.app);
        return response.redirect(303, `/store/${context.shop.handle}/apps/${application.handle}`);
      }
      const here = `/store/${context.shop.handle}/app`;
      response.redirect(303, noticeAddress(here, await changeInstallation(services, context, request)));
    }),
  );
  return router;
}

type Notice = NonNullable<PageOptions["notice"]>;

function updateKnobs(services: AdminServices, context: PageContext, request: Request): Notice {
  const { domain, name } = context.shop;
  if (formText(request, "reset")) {
    services.store.faults.reset(domain);
    services.sessionToken.lifetimeSeconds = 60;
    return { level: "success", text: `Reset the faults of ${name}.` };
  }
  const { lifetimeSeconds, ...faults } = Object.fromEntries(
    Object.keys(request.body ?? {}).map((each) => [each, Number(formText(request, each))]),
  );
  try {
    services.store.faults.set(domain, faults);
    if (lifetimeSeconds !== undefined)
      Object.assign(services.sessionToken, sessionTokenKnobsSchema.parse({ lifetimeSeconds }));
    return { level: "success", text: "Saved." };
  } catch (error) {
    if (error instanceof z.ZodError) return { level: "critical", text: z.prettifyError(error) };
    throw error;
  }
}

async function changeInstallation(
  { store, app }: AdminServices,
  context: PageContext,
  request: Request,
): Promise<Notice> {
  const { domain, name } = context.shop;
  const action = formText(request, "action");
  if (action === "install") {
    await installApp(store, domain, app);
    return { level: "success", text: `Installed in ${name}.` };
  }
  if (action === "classic accounts" || action === "new accounts") {
    const isClassic = action === "classic accounts";
    await setCustomerAccountsVersion(store, domain, isClassic ? "CLASSIC" : "NEW_CUSTOMER_ACCOUNTS");
    return { level: "success", text: `${name} now has ${action}. The app notices at the next sign-in.` };
  }
  if (action === "uninstall") {
    await uninstallApp(store, domain, app.apiKey);
    return { level: "success", text: `Uninstalled from ${name}.` };
  }
  const topic = COMPLIANCE_TOPICS.find((each) => each === action);
  if (!topic) return { level: "critical", text: "Unknown action." };
  const email = formText(request, "email");
  const customer = email ? await findCustomerByEmail(store.pool, domain, email) : null;
  if (topic !== "shop/redact" && !customer)
    return { level: "critical", text: `${name} has no customer with this email address.` };
  await triggerCompliance(store, domain, topic, customer ?? undefined);
  return { level: "success", text: `${topic} was sent.` };
}

function noticeAddress(path: string, { level, text }: Notice): string {
  return `${path}?${new URLSearchParams({ [level]: text })}`;
}

function readNotice(request: Request): PageOptions["notice"] {
  for (const level of ["success", "critical"] as const) {
    const text = queryText(request, level);
    if (text) return { level, text };
  }
  return undefined;
}
