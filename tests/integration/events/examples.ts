import type { ExampleRequests } from "../../support/example-requests.ts";

const EVENT = {
  name: "An example",
  description: "An example",
  dateFrom: "2027-03-01T14:00:00Z",
  dateTo: "2027-03-01T22:00:00Z",
};

/** The calls of events. */
export const examples: ExampleRequests = {
  "events.list": () => ({ path: "/events/list" }),
  "events.page": () => ({ path: "/events" }),
  "events.hits": () => ({ path: "/events/hits?search=example" }),
  "events.detail": ({ eventId }) => ({ path: `/events/${eventId}` }),
  "events.create": () => ({ path: "/events", body: EVENT }),
  "events.change": ({ eventId }) => ({ path: `/events/${eventId}`, body: { name: "Another example" } }),
  "events.archive": ({ eventId }) => ({ path: `/events/archive/${eventId}`, body: {} }),
  "events.restore": ({ eventId }) => ({ path: `/events/restore/${eventId}`, body: {} }),
  "events.figure": () => ({ path: "/events/figure" }),
  "events.inviteList": ({ eventId }) => ({ path: `/events/invites/list/${eventId}` }),
  "events.inviteHits": ({ eventId }) => ({ path: `/events/invites/hits/${eventId}?search=example` }),
  "events.inviteOne": ({ eventId }) => ({
    path: `/events/invites/user/${eventId}`,
    body: { email: "an@example.com", firstName: "An", lastName: "Example" },
  }),
  "events.inviteMany": ({ eventId }) => ({
    path: `/events/invites/users/${eventId}`,
    body: [{ email: "an@example.com", first_name: "An", last_name: "Example" }],
  }),
  "events.removeUsers": ({ eventId }) => ({ path: `/events/${eventId}/users` }),
  "events.report": ({ eventId }) => ({ path: `/events/report/${eventId}`, body: {} }),
  "events.checkIns": ({ eventId }) => ({ path: `/events/${eventId}/check-in` }),
  "events.checkInHits": ({ eventId }) => ({ path: `/events/${eventId}/check-in/hits?search=example` }),
  "events.checkInRows": ({ eventId }) => ({ path: `/events/${eventId}/check-in/rows` }),
  "events.guest": ({ eventId, viewId }) => ({ path: `/events/${eventId}/check-in/${viewId}` }),
  "events.moveGuest": ({ eventId, viewId }) => ({
    path: `/events/${eventId}/guests/${viewId}`,
    body: { state: "canceled" },
  }),
  "events.checkIn": ({ eventId, viewId }) => ({ path: `/events/${eventId}/check-in/${viewId}`, body: {} }),
  "events.undoCheckIn": ({ eventId, viewId }) => ({ path: `/events/${eventId}/check-in/${viewId}` }),
};
