export { hasAllowedScheme, isLink, readLinkAddress } from '#contract/text/link-address.ts';
