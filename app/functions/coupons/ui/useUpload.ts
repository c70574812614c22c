import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { handOver } from "~/ui/import/held-sheet";
import { POOL_FIELD_NAME } from "../coupon-import";
import type { PoolName } from "./UploadDialog";

const IMPORT = "/coupons/import";

/**
 * Takes a chosen file to the import of a pool: the one that the list shows, or the shop's only one. Otherwise the page asks which.
 * @param shownPool the number of the pool that the list shows
 */
export function useUpload(pools: readonly PoolName[], shownPool: number | undefined) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const openWith = (chosen: File, pool: string) => {
    handOver(chosen, IMPORT);
    navigate(`${IMPORT}?${POOL_FIELD_NAME}=${pool}`);
  };
  return {
    /** The page must ask for the pool. */
    isAsking: file !== null,
    choose(chosen: File): void {
      const pool = pools.length === 1 ? pools[0] : pools.find(({ id }) => id === String(shownPool));
      if (pool) openWith(chosen, pool.id);
      else setFile(chosen);
    },
    open(pool: string): void {
      if (file) openWith(file, pool);
    },
    cancel: () => setFile(null),
  };
}
