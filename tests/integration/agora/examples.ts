import { customerGid, type ExampleRequests } from "../../support/example-requests.ts";

/** The calls of Agora. */
export const examples: ExampleRequests = {
  "agora.sync": ({ customerId }) => ({ path: "/agora", body: { id: customerGid(customerId) } }),
  "agora.syncMany": ({ customerId }) => ({
    path: "/agora/people",
    body: { registration: "student", customers: [{ id: customerGid(customerId), label: "An example" }] },
  }),
  "agora.states": ({ customerId }) => ({ path: "/agora/states", body: { ids: [customerGid(customerId)] } }),
  "connectors.agora.read": () => ({ path: "/agora/settings" }),
  "connectors.agora.save": () => ({ path: "/agora/settings", body: { base_url: "" } }),
  "connectors.agora.testConnection": () => ({ path: "/agora/test" }),
};
