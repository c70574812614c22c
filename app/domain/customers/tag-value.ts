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

/** The national partner that the tag `np:{partner}` names (section 2.5 of the first specification text); empty without one. */
export const nationalPartnerOf = (tags: readonly string[]): string => tagValue(tags, "np");
