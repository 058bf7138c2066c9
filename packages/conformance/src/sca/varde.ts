import { type Certificate, type ControlResponse, formatCertificatePem } from "@varde/protocol";
import { ControlFailed, ControlUnreachable, openControl } from "@varde/protocol/control-client";
import { type ScaDriver, ScaNotCompleted } from "./sca-driver.ts";

/** A Varde sandbox, and the people who complete SCAs through its control API. */
export interface VardeSandboxOptions {
  /** The origin of the sandbox. */
  readonly origin: string;
  /** The number that the customer identifies with. */
  readonly customer: string;
  /** The customer who acts for the company, and the agreement if there are several. */
  readonly company?: { readonly customer: string; readonly agreement?: string } | undefined;
  /** The sandbox's control token, if it needs one. */
  readonly token?: string | undefined;
  /** The certificate of the TPP; its world has the clock that is moved. */
  readonly certificate: Certificate;
}

/** Completes SCAs and moves the clock; closing it sets a moved clock back. */
export interface VardeSandbox extends ScaDriver {
  advanceClock(ms: number): Promise<void>;
}

/** Opens the control API of a Varde sandbox. */
export const openVardeSandbox = (options: VardeSandboxOptions): VardeSandbox => {
  const control = openControl(options.origin, options.token, 30_000);
  let moved: { readonly world: string; readonly clock: ControlResponse<"readClock"> } | undefined;
  const findClock = async () => {
    const certificate = formatCertificatePem(options.certificate.der);
    const { worldId: world } = await control.post("/worlds/find", { body: { certificate } });
    return { world, clock: await control.get("/clock", { world }) };
  };
  return {
    complete: async (scaRedirect, { decision, context, accounts }) => {
      const isCompany = context === "CORPORATE";
      const agreement = isCompany ? options.company?.agreement : undefined;
      const body = {
        scaRedirect,
        customerNumber: isCompany ? (options.company?.customer ?? "") : options.customer,
        context,
        decision,
        ...(agreement !== undefined && { agreement }),
        ...(accounts !== undefined && { accounts: accounts.map(({ id }) => id) }),
      };
      try {
        return new URL((await control.post("/sca", { body })).redirect);
      } catch (error) {
        if (!(error instanceof ControlFailed || error instanceof ControlUnreachable)) throw error;
        throw new ScaNotCompleted(`the control API says: ${error.message}`, { cause: error });
      }
    },
    advanceClock: async (ms) => {
      moved ??= await findClock();
      await control.post("/clock/advance", { world: moved.world, body: { by: ms } });
    },
    close: async () => {
      if (moved === undefined) return;
      const { world, clock } = moved;
      const { motion, aheadMs } = clock;
      if (motion === "running" && aheadMs === 0) await control.delete("/clock", { world });
      else {
        const now = motion === "fixed" ? clock.now : new Date(Date.now() + aheadMs).toISOString();
        await control.put("/clock", { world, body: { now, motion } });
      }
    },
  };
};
