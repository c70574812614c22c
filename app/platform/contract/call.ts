import type { Permission } from "../auth/permission";

/** What every call declares beside its method, path, input and output. */
export interface CallMeta {
  permission?: Permission;
}
