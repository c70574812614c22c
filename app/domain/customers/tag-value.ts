import { badRequest } from "~/platform/errors";

/** The value of a `key:value` tag, for example of `discount_limit:500`; empty when the customer has no such tag. */
export function tagValue(tags: readonly string[], key: string): string {
  const prefix = `${key}:`.toLowerCase();
  return (
    tags
      .find((tag) => tag.toLowerCase().startsWith(prefix))
      ?.slice(prefix.length)
      .trim() ?? ""
  );
}

/** The national partner in the tag `np:{partner}`; empty without one. */
export const nationalPartnerOf = (tags: readonly string[]): string => tagValue(tags, "np");

/** Shopify's own limit of a tag, in characters. */
const LONGEST_TAG = 255;

/** Why a value can't be in a `key:value` tag, as the end of a sentence that starts with the field's name; null when it can. */
export function tagValueProblem(key: string, value: string): string | null {
  if (value.includes(","))
    return "can't contain a comma, because the store would make two tags of it. Take the comma out.";
  const most = LONGEST_TAG - key.length - 1;
  return value.length > most
    ? `has ${value.length} characters; at most ${most} can be kept. Shorten it.`
    : null;
}

/** A `key:value` tag. @throws 400 for a value that would be several tags, or none: see `tagValueProblem` */
export function keyedTag(key: string, value: string): string {
  const problem = tagValueProblem(key, value);
  if (problem) throw badRequest(`The value of the tag ${key} ${problem}`);
  return `${key}:${value}`;
}

const MAX_DIGITS = 12;

/** What is wrong with a discount limit, of a student or of the shop: a whole amount, or nothing. */
export function discountLimitProblem(text: string): string | undefined {
  if (!/^\d*$/.test(text)) return "Only digits, or nothing.";
  return text.length > MAX_DIGITS ? `At most ${MAX_DIGITS} digits.` : undefined;
}
