import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of giveaways. */
export const examples: ExampleRequests = {
  "giveaways.create": () => ({ path: "/giveaways", body: { admin: "1", name: "An example" } }),
  "giveaways.change": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}`,
    body: { name: "Another example" },
  }),
  "giveaways.remove": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}` }),
  "giveaways.restore": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/restore`, body: {} }),
  "giveaways.list": () => ({ path: "/giveaways/list" }),
  "giveaways.report": ({ giveawayId }) => ({ path: `/giveaways/report?id=${giveawayId}` }),
  "giveaways.names": () => ({ path: "/giveaways/names" }),
  "giveaways.detail": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}` }),
  "giveaways.figure": () => ({ path: "/giveaways/figure" }),
  "giveaways.entrants": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/entrants` }),
  "giveaways.entrantHits": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/hits?search=example`,
  }),
  "giveaways.setWeight": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/weight`,
    body: { weight: 2 },
  }),
  "giveaways.disqualify": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/disqualify`,
    body: { reason: "An example" },
  }),
  "giveaways.reinstate": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/1/reinstate`,
    body: { reason: "An example" },
  }),
  "giveaways.exportEntrants": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/entrants/export`,
    body: {},
  }),
  "giveaways.draws": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws` }),
  "giveaways.draw": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws`,
    body: { winners: 1, reason: "An example" },
  }),
  "giveaways.drawDetail": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1` }),
  "giveaways.places": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/places` }),
  "giveaways.changePlace": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws/1/places/1`,
    body: { state: "declined", reason: "An example" },
  }),
  "giveaways.putBack": ({ giveawayId }) => ({
    path: `/giveaways/${giveawayId}/draws/1/places/1/back`,
    body: {},
  }),
  "giveaways.mailWinners": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/mails`, body: {} }),
  "giveaways.verify": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/verify` }),
  "giveaways.drawFile": ({ giveawayId }) => ({ path: `/giveaways/${giveawayId}/draws/1/file`, body: {} }),
};
