/** Finds example content that must not go live. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientSchema } from '../schemas/client.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { companySchema } from '../schemas/company.ts';
import { filesOf } from '../content-check/file-names.ts';
import { imageOnDisk } from '../content-check/images.ts';
import { readSourceFile } from '../content-check/source-file.ts';
import {
  EXAMPLE_CLIENTS,
  EXAMPLE_NAME,
  EXAMPLE_PHONE,
  EXAMPLE_STREET,
  isPlaceholderHost,
} from './examples.ts';
import type { Obstacle } from './obstacle.ts';

function companyObstacles(contentFolder: string): Obstacle[] {
  const company = companySchema.parse(readSourceFile(join(contentFolder, 'company.json')).data);
  const emails = [
    ['E-mail', company.email],
    ['E-mail que recebe', company.toEmail],
    ['E-mail que envia', company.fromEmail],
  ] as const;
  const sentences = [
    ...(company.name === EXAMPLE_NAME ? [`o nome “${company.name}” é de exemplo`] : []),
    ...company.phones
      .filter(({ number }) => EXAMPLE_PHONE.test(number))
      .map(({ number }) => `o telefone ${number} é de exemplo`),
    ...emails
      .filter(([, address]) => isPlaceholderHost(address.split('@').at(-1) ?? ''))
      .map(
        ([label, address]) =>
          `“${label}”: ${address} é de exemplo, ninguém recebe o que se manda para lá`,
      ),
    ...(company.address.street === EXAMPLE_STREET
      ? [`o endereço “${company.address.street}” é de exemplo`]
      : []),
  ];
  return sentences.map((sentence) => ({ area: 'Dados da empresa', sentence }));
}

async function clientObstacles(contentFolder: string): Promise<Obstacle[]> {
  const clients = await Promise.all(
    filesOf(contentFolder, COLLECTIONS.clients).map((name) => {
      const file = join(contentFolder, name);
      return clientSchema(imageOnDisk(file)).parseAsync(readSourceFile(file).data);
    }),
  );
  return clients
    .filter(({ alt }) => EXAMPLE_CLIENTS.includes(alt))
    .map(({ alt }) => ({ area: 'Clientes', sentence: `“${alt}” é um cliente de exemplo` }));
}

/** Texts that still say the working name after the company has got its own. */
function nameObstacles(contentFolder: string): Obstacle[] {
  return Object.values(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection: Collection) => filesOf(contentFolder, collection))
    .sort()
    .filter((name) => readFileSync(join(contentFolder, name), 'utf8').includes(EXAMPLE_NAME))
    .map((name) => ({ area: 'Textos', sentence: `${name} ainda diz “${EXAMPLE_NAME}”` }));
}

/** @param contentFolder `src/content`, already known to hold to its schemas */
export async function contentObstacles(contentFolder: string): Promise<Obstacle[]> {
  return [
    ...companyObstacles(contentFolder),
    ...(await clientObstacles(contentFolder)),
    ...nameObstacles(contentFolder),
  ];
}
