import { type Request, Router, urlencoded } from "express";
import type { Store } from "../data/database.ts";
import { messagePage, storefrontPage, storefrontPath, themePage } from "./layout.tsx";
import { signedInCustomer, signIn, signOut } from "./sign-in.ts";
import { forShop } from "./storefront-routes.ts";
import { blockNames, readAsset, renderBlock } from "./theme-blocks.ts";

/**
 * The theme's pages, each with one block of the app, the blocks' files, and the sign-in of customers. `?settings.kind=staff` sets what a merchant
 * sets in the theme editor, and `?locale=de` is the language of the shop.
 */
export function themeRoutes(store: Store): Router {
  const router = Router();
  router.get("/theme-assets/:name", (request, response) => {
    const { name } = request.params;
    const text = readAsset(name);
    if (text === undefined) return void response.sendStatus(404);
    response.set("Cache-Control", "no-cache").type(name).send(text);
  });
  router.get(
    "/storefront/:domain/pages/:block",
    forShop(async (shop, request, response) => {
      const { block = "" } = request.params;
      if (!blockNames.includes(block))
        return void response
          .status(404)
          .send(messagePage(shop, "Page not found", "This page doesn't exist."));
      const locale = textOf(request.query.locale) || "en";
      const { html, stylesheet, javascript } = await renderBlock(block, {
        shop,
        rootUrl: storefrontPath(shop),
        customer: await signedInCustomer(store, shop, request),
        locale,
        settings: settingsIn(request),
      });
      const files = { stylesheet: `/theme-assets/${stylesheet}`, javascript: `/theme-assets/${javascript}` };
      // As themes show the title of a page.
      const title = `<h1>${block.slice(0, 1).toUpperCase()}${block.slice(1)}</h1>`;
      response.send(themePage(shop, title + html, { files, locale }));
    }),
  );
  const path = "/storefront/:domain/account/login";
  router.get(
    path,
    forShop(async (shop, request, response) => {
      const customer = await signedInCustomer(store, shop, request);
      response.send(storefrontPage(shop, <SignInForm email={customer?.email} />));
    }),
  );
  router.post(
    path,
    urlencoded({ extended: false }),
    forShop(async (shop, request, response) => {
      const email = textOf(request.body?.email);
      if (!email) signOut(shop, response);
      else if (!(await signIn(store, shop, email, response)))
        return void response
          .status(404)
          .send(messagePage(shop, "Unknown address", "The shop has no customer with this email address."));
      response.redirect(303, `${storefrontPath(shop)}/pages/requests`);
    }),
  );
  return router;
}

/** Signing in needs no password: the store is on this machine. */
const SignInForm = ({ email }: { email: string | undefined }) => (
  <form method="post">
    <h1>Account</h1>
    {email === undefined ? (
      <>
        <p>
          <label htmlFor="email">Email address of a customer</label>{" "}
          <input id="email" name="email" type="email" required />
        </p>
        <button type="submit">Sign in</button>
      </>
    ) : (
      <>
        <p>{`You are signed in as ${email}.`}</p>
        <button type="submit">Sign out</button>
      </>
    )}
  </form>
);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const SETTING = "settings.";

function settingsIn({ query }: Request): Record<string, string> {
  const settings = Object.entries(query).filter(([name]) => name.startsWith(SETTING));
  return Object.fromEntries(settings.map(([name, value]) => [name.slice(SETTING.length), textOf(value)]));
}
