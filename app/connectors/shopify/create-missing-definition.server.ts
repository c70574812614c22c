import type { VariablesOf } from "./operation";
import { metafieldDefinitionCreate } from "./operations/metafields";
import { type AdminApi, type CallOptions, refuseUserErrors } from "./port";

type Definition = VariablesOf<typeof metafieldDefinitionCreate>["definition"];

/**
 * Creates a metafield definition, unless the shop has it.
 * @param purpose which metafield, for the sentence of a refusal: "of promotion orders"
 * @throws a 502 refusal when Shopify refuses or doesn't answer
 */
export async function createMissingDefinition(
  adminApi: AdminApi,
  { definition, purpose }: { definition: Definition; purpose: string },
  call?: CallOptions,
): Promise<void> {
  const { metafieldDefinitionCreate: answer } = await adminApi.run(
    metafieldDefinitionCreate,
    { definition },
    call,
  );
  const others = answer?.userErrors.filter(({ code }) => code !== "TAKEN");
  refuseUserErrors(`define the metafield ${purpose}`, others && { userErrors: others });
}
