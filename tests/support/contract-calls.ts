import type { Permission } from "~/platform/auth/permission";

/** A call of the contract, as `/api` serves it. */
export interface ContractCall {
  /** Such as `students.list`. */
  name: string;
  method: string;
  path: string;
  /** The permission that it declares. Undefined without one, which must never be. */
  permission: Permission | undefined;
}

/** Every call of the contract, found in the contract itself. */
export async function contractCalls(): Promise<ContractCall[]> {
  const { app } = await import("./app.ts");
  const found: ContractCall[] = [];
  const walk = (part: object, name: string) => {
    for (const [key, value] of Object.entries(part)) {
      const path = name ? `${name}.${key}` : key;
      const declared = (value as { "~orpc"?: Declaration })["~orpc"];
      if (!declared) walk(value, path);
      else
        found.push({
          name: path,
          method: declared.route.method ?? "POST",
          path: declared.route.path ?? "",
          permission: permissionOf(path, declared),
        });
    }
  };
  walk(app.contract, "");
  return found;

  // The handlers of the import wizard and of reports check the flags of the declared kinds.
  function permissionOf(name: string, { meta }: Declaration): Permission | undefined {
    if (name.startsWith("reports.")) return [...app.declarations.reports.values()].map(({ flag }) => flag);
    if (!name.startsWith("imports.") || meta.permission !== "signed-in") return meta.permission;
    return [...app.declarations.imports.values()].map(({ form }) => form.flag);
  }
}

interface Declaration {
  route: { method?: string; path?: string };
  meta: { permission?: Permission };
}
