import { expect, test } from "vitest";
import { domainEntriesIn, isDomainEntry } from "~/domain/registrations/rules/domain-entry";
import { normalizeDomains } from "~/domain/registrations/rules/matching.server";
import { ruleWords } from "~/domain/registrations/rules/rule";

test("entries are separated by lines or commas, and stored in lower case", () => {
  expect(domainEntriesIn(" Uni.example,\n*.Math.Uni.example;\tother.example \n")).toEqual([
    "uni.example",
    "*.math.uni.example",
    "other.example",
  ]);
});

test.each(["uni.example", "*.uni.example", "a-b.co.uk", "xn--mnchen-3ya.de"])("%s is an entry", (entry) => {
  expect(isDomainEntry(entry)).toBe(true);
});

test.each([
  "",
  "uni",
  "*.com",
  "*",
  "a b.example",
  "ann@uni.example",
  "*.*.example",
  "-a.example",
  "uni.123",
])("%j isn't a domain entry", (entry) => {
  expect(isDomainEntry(entry)).toBe(false);
});

test("an entry outside ASCII is stored as addresses have it", () => {
  const { domains } = ruleWords.shape;
  expect(domains.parse(["MÜNCHEN.example", "*.münchen.example", "xn--mnchen-3ya.de"])).toEqual([
    "xn--mnchen-3ya.example",
    "*.xn--mnchen-3ya.example",
    "xn--mnchen-3ya.de",
  ]);
  for (const wrong of ["ann@münchen.example", "münchen.example/x", "münchen.example:80", "münchen", "１.２"])
    expect(domains.safeParse([wrong]).success, wrong).toBe(false);
});

test.each(["gmail.com", "outlook.com", "hotmail.fr", "*.gmx.de", "a.yahoo.co.uk"])(
  "%s is refused",
  (entry) => {
    expect(() => normalizeDomains(["uni.example", entry])).toThrow(/Anyone can have an address at/);
  },
);

test("universities' domains are accepted even if a list of mail providers names them", () => {
  expect(normalizeDomains(["nus.edu.sg", "live.mdx.ac.uk", "nus.edu.sg"])).toEqual([
    "nus.edu.sg",
    "live.mdx.ac.uk",
  ]);
});
