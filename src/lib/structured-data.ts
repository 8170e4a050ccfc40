/**
 * Structured data for search engines: JSON-LD with the vocabulary of schema.org.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
import type { CollectionEntry } from 'astro:content';
import type { Company } from '../schemas/company.ts';
import { openingHours } from './hours.ts';
import { href, planPath } from './paths.ts';
import { dialledNumber } from './phone.ts';

export interface StructuredData {
  '@type': string;
  [property: string]: unknown;
}

function absolute(path: `/${string}`): string {
  return new URL(href(path), import.meta.env.SITE).href;
}

/** Identifies the company, with the same @id on every page. */
function identity({ name }: Company) {
  return { '@id': absolute('/#empresa'), name, url: absolute('/') };
}

/** The company. Each plan's page names it as the provider. */
export function companyJsonLd(company: Company): StructuredData {
  const { phones, email, address, hours = [], cities = [], social = [], legalName, cnpj } = company;
  return {
    '@type': 'LocalBusiness',
    ...identity(company),
    telephone: phones.map(({ number }) => dialledNumber(number)),
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: `${address.street}, ${address.district}`,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.postalCode,
      addressCountry: 'BR',
    },
    logo: absolute('/apple-touch-icon.png'),
    image: absolute('/social/inicio.png'),
    areaServed: (cities.length > 0 ? cities : [address.city]).map((name) => ({
      '@type': 'City',
      name,
    })),
    ...(hours.length > 0 && { openingHoursSpecification: openingHours(hours) }),
    ...(address.map && { hasMap: address.map }),
    ...(legalName && { legalName }),
    ...(cnpj && { taxID: cnpj }),
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  };
}

/** The site, whose name search engines show instead of its domain. */
export function siteJsonLd({ name }: Company): StructuredData {
  return { '@type': 'WebSite', name, url: absolute('/') };
}

export function planJsonLd(
  { id, data: { detail } }: CollectionEntry<'plans'>,
  company: Company,
): StructuredData {
  return {
    '@type': 'Service',
    name: detail.name,
    description: detail.description,
    url: absolute(planPath(id)),
    // Not a LocalBusiness: Google requires its address, which only the home page's data has.
    provider: { '@type': 'Organization', ...identity(company) },
  };
}

/** @param steps path and name of each page, from the home page to this one */
export function breadcrumbs(...steps: [path: `/${string}`, name: string][]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([path, name], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
}

/** Escapes `<`, with which content could end the `<script>`. */
export function asJsonLd(things: StructuredData[]): string {
  const data = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
