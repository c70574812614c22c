import { oc } from "@orpc/contract";
import type { Permission } from "../auth/permission";

/** What every call declares beside its method, path, input and output. */
export interface CallMeta {
  permission?: Permission;
}

/**
 * Starts the declaration of a call: who may make it comes first, so that it cannot be forgotten.
 * `call("showStudents").route({ method: "POST", path: "/students/{status}" }).input(…).output(…)`
 */
export const call = (permission: Permission) => oc.$meta<CallMeta>({ permission });
