import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { mayUse, type Permission } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { comparableAddress, MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import { FILE_FORMATS } from "~/platform/sheets/spreadsheet";
import { addressesIn, type Delivery, MAX_RECIPIENTS, problemOfRecipients, SENT_AS } from "./delivery";

/** Longer than any list of addresses that is valid. */
const MAX_TEXT = 2 * MAX_RECIPIENTS * MAX_MAIL_ADDRESS_LENGTH;

/** What a call takes of where its file goes. Each part can be left out. */
export const deliveryFields = {
  /** Email addresses, separated by commas. The caller always gets the email. */
  recipients: z
    .string()
    .max(MAX_TEXT, "must be at most 20 email addresses")
    .default("")
    .transform((text, context) => {
      const problem = problemOfRecipients(text);
      if (problem === undefined) return addressesIn(text);
      context.addIssue(problem);
      return z.NEVER;
    }),
  /** Everyone with access can open the link. Anyone can open the attachment. */
  sendAs: z.enum(SENT_AS, `must be one of: ${SENT_AS.join(", ")}`).default("link"),
  format: z.enum(FILE_FORMATS, `must be one of: ${FILE_FORMATS.join(", ")}`).default("xlsx"),
};

/** A delivery as jobs and schedules store it. */
export const storedDelivery = z.object({
  recipients: z.array(z.string()),
  sendAs: z.enum(SENT_AS),
  format: z.enum(FILE_FORMATS),
}) satisfies z.ZodType<Delivery>;

/** The parts of a call's input that say where its file goes. */
export const deliveryIn = ({ recipients, sendAs, format }: Delivery): Delivery => ({
  recipients,
  sendAs,
  format,
});

/** An administrator who can open the link to a file. */
interface Reader {
  id: string;
  name: string;
  email: string;
}

/** The administrators with one of these addresses who may use what the permission opens, by their address for comparisons. */
export async function findReaders(
  tx: ShopTransaction,
  shop: string,
  permission: Permission,
  addresses: readonly string[],
): Promise<Map<string, Reader>> {
  if (addresses.length === 0) return new Map();
  const people = await tx
    .select()
    .from(administrators)
    .where(
      and(
        eq(administrators.shop, shop),
        inArray(sql`lower(${administrators.email})`, addresses.map(comparableAddress)),
      ),
    );
  return new Map(
    people
      .filter((person) => mayUse(person, permission))
      .map(({ id, name, email }) => [comparableAddress(email), { id, name, email }]),
  );
}

/**
 * Refuses to email a link to someone who can't open it.
 * @throws 400 at the field `recipients`, with the addresses
 */
export async function assertCanOpen(
  tx: ShopTransaction,
  shop: string,
  permission: Permission,
  { recipients, sendAs }: Delivery,
): Promise<void> {
  if (sendAs === "attachment") return;
  const readers = await findReaders(tx, shop, permission, recipients);
  const others = recipients.filter((address) => !readers.has(comparableAddress(address)));
  if (others.length === 0) return;
  const problem =
    others.length === 1
      ? `${others[0]} isn't an administrator with access to this page, so the link wouldn't open. Attach the file, or remove the address.`
      : `${others.join(", ")} aren't administrators with access to this page, so the link wouldn't open. Attach the file, or remove the addresses.`;
  throw badRequest(problem, { recipients: problem });
}
