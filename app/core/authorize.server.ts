import { randomUUID } from "node:crypto";
import type { ContractRouterClient } from "@orpc/contract";
import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Session } from "@shopify/shopify-api";
import { parse } from "cookie";
import { isLocalMode } from "~/platform/app-address.server";
import { findSignedIn, type SignedIn } from "~/platform/auth/administrators.server";
import { returnIntoFrame } from "~/platform/auth/frame-memory.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { isStored } from "~/platform/auth/session-storage.server";
import { type TokenSubject, withoutInvalidToken } from "~/platform/auth/session-token.server";
import { completeSignIn, shopify } from "~/platform/auth/shopify.server";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { refusalIn } from "~/platform/contract/answer";
import { beforeDeadline, withDeadline } from "~/platform/deadline.server";
import { badRequest, forbidden, unauthorized } from "~/platform/errors";
import { log } from "~/platform/log.server";
import type { ActionAnswer } from "~/platform/notice";
import { answerCall, type CallAnswer, type Texts } from "./answer-call.server";
import type { Caller, Declarations } from "./context.server";
import {
  type Contracts,
  type FunctionEntry,
  type FurtherPage,
  type Pages,
  pagePermission,
} from "./function-entry";
import type { Credentials } from "./remote-client.server";

/** What pages need of the application that `createApp` makes. */
interface PagesApp {
  declarations: Declarations;
  clientFor(caller: Caller, credentials: Credentials): object;
}

/** What the server hands to every loader and action (Remix's load context), so that no function imports the composition. */
declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    app: PagesApp;
  }
}

/** What the page's frame shows around every page. */
export interface Frame {
  apiKey: string;
  /** Where App Bridge comes from; only the store on this machine has its own. */
  appBridgeUrl?: string;
  shop: Shop;
  administrator: Pick<Administrator, "id" | "name" | "isOwner">;
  /** The menu: what the person may open. */
  menu: readonly Pick<FunctionEntry, "path" | "menuName" | "title" | "description" | "further" | "actions">[];
}

/** The signed-in person, as a page's loader or action gets them. */
export interface Staff<C extends Contracts = Contracts> {
  shop: Shop;
  administrator: Administrator;
  /** The calls that the page's entry names, and no others. */
  calls: ContractRouterClient<C>;
  declarations: Declarations;
  /** Redirects inside the admin's iframe; Remix's own would lose the session. */
  redirect: (url: string, init?: number | ResponseInit) => Response;
  /** The functions that the person may open. */
  functions: readonly FunctionEntry[];
  frame(): Frame;
}

interface Args {
  request: Request;
  /** What the address names in its path. */
  params?: Readonly<Record<string, string | undefined>>;
  /** Remix's: the same object for all loaders of one request. */
  context: AppLoadContext;
}

/**
 * Opens a page: authenticates with Shopify, checks the permission of the page's entry on the server, and hands over the
 * calls that the entry names. A refused action answers a notice. A refused loader shows the error page.
 */
export async function authorize<C extends Contracts, T>(
  args: Args,
  pages: Pages<C>,
  work: (staff: Staff<C>) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(() => open(args, pages, work));
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error;
    // As a Response, because Remix takes anything else that a route without a component throws for a fault.
    throw Response.json(error.body, { status: error.status });
  }
}

/** A loader that is refused, or has failed. */
class RefusedRead extends Error {
  constructor(
    readonly status: number,
    readonly body: { message?: string; reference?: string },
  ) {
    super(body.message);
  }
}

/**
 * A page's loader, which `authorize` opens. Write it as
 * `export const loader = pageLoader(studentsFunction, ({ calls }, { request }) => …)`: this form is removed from the browser's bundle.
 */
export const pageLoader =
  <C extends Contracts, T>(
    pages: Pages<C>,
    work: (staff: Staff<C>, args: LoaderFunctionArgs) => Promise<T>,
  ) =>
  (args: LoaderFunctionArgs): Promise<T> =>
    authorize(args, pages, (staff) => work(staff, args));

async function open<C extends Contracts, T>(
  args: Args,
  pages: Pages<C>,
  work: (staff: Staff<C>) => Promise<T>,
): Promise<T> {
  const { request } = args;
  const changes = changesSomething(request);
  refuseUnreadableBody(request);
  try {
    const { shop, administrator, redirect } = await beforeDeadline(signInOf(args));
    if (!mayUse(administrator, pagePermission(pages))) {
      if (!changes)
        throw redirect("name" in pages ? `/unauthorized?function=${pages.name}` : "/unauthorized");
      throw forbidden();
    }
    const { app } = args.context;
    const functions = app.declarations.functions.filter((entry) =>
      mayUse(administrator, pagePermission(entry)),
    );
    const calls = app.clientFor({ shop, administrator, clock: systemClock }, credentialsIn(request));
    return await work({
      shop,
      administrator,
      // Safe: `createApp` does not compile unless the modules answer the calls of every entry.
      calls: calls as ContractRouterClient<C>,
      declarations: app.declarations,
      redirect,
      functions,
      frame: () => frameFor(shop, administrator, functions),
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, answer, reference } = explained(error);
    if (!changes && isMalformedPath(answer, args.params))
      throw new RefusedRead(404, { message: "Page not found" });
    if (!changes) throw new RefusedRead(status, { message: answer.notice?.text, reference });
    return data(answer, { status }) as T;
  }
}

/** Answers the calls that a page posts. Each call checks its own permission and its input. */
export const answerCalls = <C extends Contracts>(
  args: Args,
  pages: Pages<C>,
  texts: Texts<NoInfer<C>>,
): Promise<CallAnswer> =>
  authorize(args, pages, async ({ calls }) => answerCall(calls, texts, await args.request.json()));

/** A page's action, which answers the calls that the page posts: `export const action = callsAction(couponsFunction, couponTexts)`. */
export const callsAction =
  <C extends Contracts>(pages: Pages<C>, texts: Texts<NoInfer<C>>) =>
  (args: ActionFunctionArgs): Promise<CallAnswer> =>
    answerCalls(args, pages, texts);

/**
 * As `authorize`, for what a page's own script fetches (a file's bytes): a refusal is the contract's error body, which that
 * script reads and shows.
 */
export async function authorizeForScript<C extends Contracts>(
  args: Args,
  pages: Pages<C>,
  work: (staff: Staff<C>) => Promise<Response>,
): Promise<Response> {
  try {
    return await withDeadline(() => open(args, pages, work));
  } catch (error) {
    if (!(error instanceof RefusedRead)) throw error;
    const msg = error.body.message ?? "";
    return Response.json({ status: false, msg, errMsg: msg }, { status: error.status });
  }
}

/** Headers of bytes that a person may have uploaded. Browsers must save them, and never display or run them by their address. */
export const SAVED_ONLY = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** True when only the path of the address is invalid. Calls name such a value `id` or as the path's parameter. */
function isMalformedPath({ status, fieldErrors = {} }: ActionAnswer, params: Args["params"] = {}): boolean {
  const fields = Object.keys(fieldErrors);
  const names = Object.keys(params);
  return (
    status === 400 &&
    fields.length > 0 &&
    names.length > 0 &&
    fields.every((field) => field === "id" || names.includes(field))
  );
}

/**
 * Makes the request's `formData` and `json` reject with a 400 refusal for a body that isn't one. Otherwise they reject with the
 * parser's error, which would be taken as a fault.
 */
function refuseUnreadableBody(request: Request): void {
  const { formData, json } = request;
  request.formData = () => formData.call(request).catch(refuse("a form"));
  request.json = () => json.call(request).catch(refuse("JSON"));
}

const refuse = (kind: string) => (): never => {
  throw badRequest(`The request must contain ${kind}. Reload the page, and try again.`);
};

const changesSomething = ({ method }: Request) => method !== "GET" && method !== "HEAD";

type SignIn = SignedIn & Pick<Staff, "redirect">;

const signIns = new WeakMap<object, Promise<SignIn>>();

/** Signs in once per request, because the loaders of a page run in parallel. */
async function signInOf({ request, context }: Args): Promise<SignIn> {
  if (changesSomething(request)) return signIn(request);
  const pending = signIns.get(context) ?? signIn(request);
  signIns.set(context, pending);
  return pending.catch((refused) => {
    // Each loader throws a Response of its own, because a body can be read only once.
    throw refused instanceof Response ? refused.clone() : refused;
  });
}

async function signIn(original: Request): Promise<SignIn> {
  await returnIntoFrame(original);
  const { request, subject } = await withoutInvalidToken(original);
  // Beside Shopify's own reads. It decides nothing until Shopify's library has accepted the request.
  const found = subject ? findSignedIn(subject.shop, subject.administratorId) : null;
  found?.catch(() => {});
  const { session, redirect } = await shopify.authenticate.admin(request);
  return { ...(await whoIs(session, { subject, found })), redirect };
}

/** The person that a verified token names, and the read of their access. */
interface TokenHolder {
  subject: TokenSubject | null;
  found: Promise<SignedIn | null> | null;
}

/**
 * The signed-in administrator and the shop. At a first visit, one of the parallel loaders exchanges the token. The others may
 * find its session before the sign-in is complete, so they complete it themselves.
 */
async function whoIs(session: Session, { subject, found }: TokenHolder): Promise<SignedIn> {
  const id = String(session.onlineAccessInfo?.associated_user.id);
  // A sign-in in this request may have changed what was read before it.
  const isCurrent = isStored(session) && subject?.shop === session.shop && subject.administratorId === id;
  const signedInBefore = (isCurrent && (await found)) || (await findSignedIn(session.shop, id));
  if (signedInBefore) return signedInBefore;
  await completeSignIn(session);
  const signedIn = await findSignedIn(session.shop, id);
  if (!signedIn) throw unauthorized();
  return signedIn;
}

function explained(error: unknown): { status: number; answer: ActionAnswer; reference?: string } {
  const refusal = refusalIn(error);
  if (refusal) {
    const level = refusal.status === 409 ? "warning" : "critical";
    return {
      status: refusal.status,
      answer: {
        notice: { level, text: refusal.message },
        fieldErrors: refusal.fieldErrors,
        status: refusal.status,
      },
    };
  }
  const reference = referenceIn(error) ?? randomUUID().slice(0, 8);
  log.error({ reference, err: error }, "a page failed unexpectedly");
  const text = "Something went wrong on our side. Look at the record before you try again.";
  return {
    status: 500,
    reference,
    answer: { notice: { level: "critical", text: `${text} Reference: ${reference}` }, status: 500 },
  };
}

/** A call that failed has logged its own reference already. */
function referenceIn(error: unknown): string | undefined {
  return (error as { data?: { reference?: string } })?.data?.reference;
}

function credentialsIn(request: Request): Credentials {
  const bearer = request.headers.get("authorization")?.replace(/^Bearer /, "");
  const { customerToken: token, _c_id: id } = parse(request.headers.get("cookie") ?? "");
  return {
    sessionToken: bearer ?? new URL(request.url).searchParams.get("id_token"),
    customer: token && id ? { token, id } : null,
  };
}

function frameFor(shop: Shop, administrator: Administrator, functions: readonly FunctionEntry[]): Frame {
  const { id, name, isOwner } = administrator;
  return {
    apiKey: process.env.SHOPIFY_API_KEY ?? "",
    appBridgeUrl: isLocalMode() ? process.env.APP_BRIDGE_URL : undefined,
    shop,
    administrator: { id, name, isOwner },
    menu: functions.map((entry) => {
      const { path, menuName, title, description, further, actions } = entry;
      const mayOpen = ({ permission = pagePermission(entry) }: FurtherPage) =>
        mayUse(administrator, permission);
      return {
        path,
        menuName,
        title,
        description,
        further: further?.filter(mayOpen),
        actions: actions?.filter(mayOpen),
      };
    }),
  };
}
