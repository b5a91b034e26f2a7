// Forms in which secrets stand in logs of kubelets and of what runs beside them. `§` stands for the secret.

/** A form, and what its secret looks like: `word` where it has no form of its own. */
type Form = readonly [text: string, secret?: string];

/** None is real; each is made its own by the number in it. */
const base64 = (bytes: string): string => Buffer.from(bytes).toString('base64');
const line = 'MIIEpAIBAAKCAQEAq0Zx8Jw3bV5r2NcE1fGhT7yUo9PdL4sKmXaBvQnWiRtCzHj0'; // 64 signs

const forms: readonly Form[] = [
  // URLs and connection strings.
  ['Get https://robot:§@registry.example.com/v2/: refused'],
  ['pulling http://u:§@10.0.0.1:5000/app'],
  ['clone https://oauth2:§@git.example.com/a.git'],
  ['dial postgres://app:§@db.prod:5432/orders?sslmode=disable'],
  ['dial postgresql://app:§@db/orders'],
  ['mysql://root:§@mysql.default:3306/x'],
  ['mongodb+srv://svc:§@cluster0.example.net/db'],
  ['redis://:§@redis:6379/0'],
  ['amqp://guest2:§@rabbit:5672/vhost'],
  ['amqps://guest2:§@rabbit'],
  ['ftp://me:§@files.example.com'],
  ['smtp://mailer:§@smtp.example.com:587'],
  ['nats://n:§@nats:4222'],
  ['https:\\/\\/u:§@h.example.com\\/x'],
  ['open app:§@tcp(10.0.0.3:3306)/orders: refused'],
  ['jdbc:mysql://db/x?user=app&password=§&ssl=true'],
  ['Server=db;Database=x;User Id=sa;Password=§;Encrypt=yes'],
  ['Server=db;Uid=sa;Pwd=§;'],
  [
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=§;EndpointSuffix=core.windows.net',
    'Zm9vYmFy{n}Zm9vYmFyMTIzNDU2Nzg5MA==',
  ],
  ['Endpoint=sb://x.example/;SharedAccessKeyName=Root;SharedAccessKey=§'],
  ['https://a.blob.core.windows.net/c?sv=2022-11-02&sp=r&sig=§', 'a%2Fb{n}cdEFgh%2B1234%3D'],
  [
    'https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=§',
    '0a1b2c3d4e5f{n}60718293a4b5c6d7e8f90',
  ],
  ['https://storage.example.com/o?X-Goog-Signature=§', '0a1b2c3d4e5f{n}60718293a4b5c6d7e8f91'],
  ['?X-Amz-Security-Token=§&x=1', 'IQoJb3JpZ2luX2Vj{n}ABCDEFGHIJKLMN'],
  // The environment.
  ['AWS_SECRET_ACCESS_KEY=§'],
  ['export AWS_SESSION_TOKEN=§'],
  ['AWS_ACCESS_KEY_ID=§', 'AKIA{N}IOSFODNN7EX'],
  ['DB_PASSWORD=§'],
  ['MYSQL_ROOT_PASSWORD=§'],
  ['PGPASSWORD=§ psql'],
  ['REDIS_PASS=§'],
  ['OAUTH_SECRET=§'],
  ['GITHUB_TOKEN=§', 'abcdefghij{n}klmnop'],
  ['EnvVar{Name:GREETING,Value:§,ValueFrom:nil,}'],
  ['EnvVar{Name:DB_PASSWORD,Value:§,ValueFrom:nil,}'],
  ['env {"name":"DB_PASSWORD","value":"§"}'],
  ['env name: API_TOKEN, value: §', 'abcdefghij{n}klmnop'],
  // Fields.
  ['api_key=§'],
  ['apiKey: §'],
  ['api-key="§"'],
  ['X-Api-Key: §'],
  ['{"password":"§"}'],
  ['{"user":"a","password": "§","x":1}'],
  ['{"password":"a\\"§"}'],
  ['{"password":"§ and more words"}'],
  ['{"db":{"auth":{"passwd":"§"}}}'],
  ["{'password': '§'}"],
  ['map[password:§ username:app]'],
  ['{Username:app Password:§}'],
  ['&Auth{Password:§,Token:}'],
  ['password: §'],
  ['password = §'],
  ['Passphrase: "§"'],
  ['dbPassword=§'],
  ['<password>§</password>'],
  ['password => "§"'],
  ['client_secret=§'],
  ['{"client_secret":"§"}'],
  ['clientSecret: §'],
  ['client-secret="§"'],
  ['AZURE_CLIENT_SECRET=§'],
  ['aadClientSecret: "§"'],
  ['appSecret=§'],
  ['webhook_secret=§'],
  ['signing-key: §'],
  ['encryption_key=§'],
  ['certificate-key: §', '9e3f1a{n}bcd0123456789abcdef'],
  ['secretKey: §'],
  ['SecretKey:§'],
  ['"SecretAccessKey" : "§"'],
  ['secret_access_key = §'],
  ['account-key=§'],
  ['private_key=§'],
  ['{"private_key_id":"§"}'],
  ['Ocp-Apim-Subscription-Key: §'],
  ['client-key-data: §', 'LS0tLS1CRUdJTiBSU0Eg{n}UFJJVkFURQ=='],
  ['{"client-key-data":"§"}', 'LS0tLS1CRUdJTiBSU0Eg{n}UFJJVkFURA=='],
  ['tls.key: §', 'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBL{n}RVktLS0tLQpNSUlFcEFJQkFB'],
  // Docker.
  ['{"auths":{"registry.example.com":{"auth":"§"}}}', 'cm9ib3Q6aHVudGVy{n}'],
  ['{"auths":{"r":{"username":"u","password":"§","email":"e"}}}'],
  ['{"identitytoken":"§"}'],
  ['{"registrytoken":"§"}'],
  ['.dockerconfigjson: §', 'eyJhdXRocyI6eyJyZWdpc3RyeSI6{n}eyJhdXRoIjoi'],
  ['{".dockerconfigjson":"§"}', 'eyJhdXRocyI6eyJyZWdpc3RyeSI6{n}eyJhdXRoIjoj'],
  ['.dockercfg: §', 'eyJyZWdpc3RyeSI6{n}eyJhdXRoIjoiZm9v'],
  // Tokens.
  ['accessToken: §'],
  ['{"accessToken":"§"}'],
  ['{"access_token":"§","expires_in":3600}'],
  ['refresh_token=§'],
  ['{"refreshToken":"§"}'],
  ['{"id_token":"§"}'],
  ['auth-token: §'],
  ['bot_token=§'],
  ['sessionToken=§'],
  ['token=§', 'abcdefghij{n}klmnopq'],
  ['{"token":"§"}', 'abcdefghij{n}klmnopr'],
  ['token: "§"', 'abcdefghij{n}klmnops'],
  ['X-Vault-Token: §'],
  ['X-Auth-Token: §'],
  ['PRIVATE-TOKEN: §'],
  ['"X-Vault-Token":["§"]'],
  ['token-id: §', 'f{n}9b'],
  ['token-secret: §', 'a{n}345678901234'],
  ['stringData: {"token-secret":"§"}', 'b{n}345678901234'],
  [
    'kubeadm join 10.0.0.1:6443 --token § --discovery-token-ca-cert-hash sha256:0123',
    'abc{n}.0123456789abcdef',
  ],
  ['--bootstrap-token=§', 'abd{n}.0123456789abcdef'],
  ['token § is expired', 'abe{n}.g123456789abcdef'],
  // Headers.
  ['Authorization: Bearer §'],
  ['"Authorization":["Bearer §"]'],
  ["-H 'Authorization: Bearer §'"],
  ['Authorization: Basic §', 'dXNlcjpwYXNz{n}'],
  ['authorization: basic §', 'dXNlcjpwYXNx{n}'],
  ['Proxy-Authorization: Basic §', 'dXNlcjpwYXNy{n}'],
  ['Authorization: token §'],
  ['Authorization: Api-Key §'],
  ['Authorization:[Bearer §]'],
  ['Authorization: §', '0123456789abcdef{n}'],
  [
    'Authorization: AWS4-HMAC-SHA256 Credential=x/20260101, SignedHeaders=host, Signature=§',
    '0a1b2c3d4e5f{n}60718293a4b5c6d7e8f92',
  ],
  ['Cookie: session=§; theme=dark'],
  ['Set-Cookie: sid=§; Path=/; HttpOnly'],
  ['"Set-Cookie":["sid=§; Secure"]'],
  ['bearer §'],
  // Marks of their makers.
  ['used ghp_§', '0123456789abcdefghij{n}klmn'],
  ['used gho_§', '0123456789abcdefghij{n}klmo'],
  ['used github_pat_§', '11ABCDEFG0123456789{n}_abc'],
  ['used glpat-§', 'abcDEF0123456789{n}'],
  ['used xoxb-§', '123456789012-{n}-abcdef'],
  ['used xoxp-§', '123456789013-{n}-abcdef'],
  ['§ is denied', 'AKIA{N}IOSFODNN7EY'],
  ['§ is denied', 'ASIA{N}IOSFODNN7EZ'],
  ['AKIAIOSFODNN7EXAMPLE:§', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE{n}'],
  ['AIza§', 'SyA1234567890abcdefghijklmnop{n}'],
  ['key sk-§', '0123456789abcdefghijklmnopqr{n}'],
  ['key sk-proj-§', 'abc_0123456789-{n}xyz'],
  ['key sk-ant-api03-§', 'abc_0123456789-{n}xyy'],
  ['sk_live_§', '0123456789abcdef{n}'],
  ['hvs.§', 'CAESI0123456789abcdef{n}'],
  ['npm_§', '0123456789abcdefghijklmnopqrs{n}'],
  ['eyJhbGciOiJSUzI1NiIsImtpZCI6.eyJpc3MiOiJrdWJl{n}.§', 'c2lnbmF0dXJl{n}'],
  // Commands.
  ['mysqldump --password § --all'],
  ['login --username app --password=§'],
  ['tool --db-password § x'],
  ['tool --token § x'],
  ['tool --api-key § x'],
  ['args=["--password" "§"]'],
  ['Args:[--password § --user x]'],
  ['["--token","§"]'],
  ['docker login -u app -p § registry.example.com'],
  ['sshpass -p § ssh root@host'],
  ['curl -u app:§ https://h'],
  ['curl --user app:§ https://h'],
  // Private keys.
  [
    `-----BEGIN RSA PRIVATE KEY-----\\n${line}\\n§\\n-----END RSA PRIVATE KEY-----`,
    'q0Zx8Jw{n}3bV5r2NcE1fG==',
  ],
  [
    `{"private_key":"-----BEGIN PRIVATE KEY-----\\n§\\n-----END PRIVATE KEY-----\\n"}`,
    'q0Zx8Jw{n}3bV5r2NcE1fH==',
  ],
  ['-----BEGIN EC PRIVATE KEY----- § -----END EC PRIVATE KEY-----', 'q0Zx8Jw{n}3bV5r2NcE1fJ=='],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\\n§ is cut here', 'b3BlbnNzaC1rZXktdjEA{n}AAAA'],
  [base64('-----BEGIN PRIVATE KEY-----\n').replace(/=+$/, '') + '§', 'TUlJRXBBSUJBQUtD{n}QVFFQQ'],
];

interface PlantedSecret {
  readonly text: string;
  readonly secret: string;
}

/** Each form with a secret of its own. */
export const plantedSecrets: readonly PlantedSecret[] = forms.map(([text, form], index) => {
  const number = String(index + 100);
  const secret = (form ?? 'Pl4nt3d{n}Wq').replace(/\{n\}/g, number).replace(/\{N\}/g, `Q${number}`);
  return {
    text: text.replaceAll('{n}', number).replace('§', secret),
    secret,
  };
});

/** A key as it stands in a file: each of its lines but the first and the last is one of the secret. */
export const plantedKey = {
  lines: [
    '-----BEGIN RSA PRIVATE KEY-----',
    line,
    line.replace('MII', 'QII'),
    'Zm9vYmFyPl4ntedEnd==',
    '-----END RSA PRIVATE KEY-----',
  ],
  secrets: [line, line.replace('MII', 'QII'), 'Zm9vYmFyPl4ntedEnd'],
};
