import { DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { API_STAGE } from '../../shared/derive/routes.ts';
import { type FrontDoor, tlsOf } from './settings.ts';

/** A custom domain for the API. Paths are the same as at the default address: both begin with the stage's name. */
export class Domain extends Construct {
  /** Target of the DNS record: the name, and the id of its hosted zone. */
  readonly target: { name: string; zone: string };

  constructor(
    scope: Construct,
    id: string,
    props: { rest: RestApi; frontDoor: FrontDoor; domain: NonNullable<FrontDoor['domain']> },
  ) {
    super(scope, id);
    const { rest, frontDoor, domain } = props;
    const made = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      ...tlsOf(frontDoor),
    });
    made.addBasePathMapping(rest, { basePath: API_STAGE, stage: rest.deploymentStage });
    this.target = { name: made.domainNameAliasDomainName, zone: made.domainNameAliasHostedZoneId };
  }
}
