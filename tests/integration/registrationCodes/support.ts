import { confirmFor, proxied, type Visit, type Visited } from "../../support/public-pages.ts";

/** What a visitor enters on the public page. */
export const applicant = (code: string, email: string, more: Record<string, string> = {}) => ({
  code,
  kind: "student",
  firstName: "Ana",
  lastName: "Martin",
  email,
  ...more,
});

/** Visits the public page. With a form, it requests a registration. */
export async function visit(form?: Record<string, string>, options: Visit = {}): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.registration");
  const args = { request: proxied("registration", form, options), params: {}, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** Requests a registration and confirms it by the email's link. @returns what the last step that there was did */
export async function register(form: ReturnType<typeof applicant>): Promise<Visited> {
  const requested = await visit(form);
  return requested.status === 200 ? confirmFor(form.email) : requested;
}
