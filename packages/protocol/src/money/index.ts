export {
  type CreditMinor,
  convertMinor,
  crossRatePpm,
  type DebitMinor,
  type Exchange,
  type ExchangeFault,
  type ExchangeQuote,
  exchange,
  exchangeFaults,
  quoteExchange,
  type Rate,
  type RateTable,
  type Rounding,
  type UsedRates,
} from "./exchange.ts";
export { addMinor, isMinor, knownMinor, type Minor, minorMax, type TooLarge } from "./minor.ts";
