import { defineCollection } from 'astro:content';
import { contentFiles } from './content-files/loader.ts';
import { COLLECTIONS } from './schemas/collections.ts';

const { plans, services, values, clients } = COLLECTIONS;
const { company, site, home, contact, planList, planPage, notFound } = COLLECTIONS;

export const collections = {
  plans: defineCollection({
    loader: contentFiles('plans'),
    schema: ({ image }) => plans.schema(image),
  }),
  services: defineCollection({
    loader: contentFiles('services'),
    schema: ({ image }) => services.schema(image),
  }),
  values: defineCollection({ loader: contentFiles('values'), schema: values.schema() }),
  clients: defineCollection({
    loader: contentFiles('clients'),
    schema: ({ image }) => clients.schema(image),
  }),
  company: defineCollection({
    loader: contentFiles('company'),
    schema: ({ image }) => company.schema(image),
  }),
  site: defineCollection({ loader: contentFiles('site'), schema: site.schema() }),
  home: defineCollection({ loader: contentFiles('home'), schema: home.schema() }),
  contact: defineCollection({ loader: contentFiles('contact'), schema: contact.schema() }),
  planList: defineCollection({
    loader: contentFiles('planList'),
    schema: ({ image }) => planList.schema(image),
  }),
  planPage: defineCollection({ loader: contentFiles('planPage'), schema: planPage.schema() }),
  notFound: defineCollection({ loader: contentFiles('notFound'), schema: notFound.schema() }),
};
