import { Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Stage } from '../stages.ts';
import type { Storage } from '../storage.ts';

/** Tells cdk-nag that a policy covers all objects of a bucket. */
export const allObjects = (bucket: Bucket, reason: string) => {
  const id = Stack.of(bucket).resolve((bucket.node.defaultChild as CfnBucket).logicalId);
  return { id: `AwsSolutions-IAM5[Resource::<${id}.Arn>/*]`, reason };
};

/** Tells cdk-nag that a policy covers the secrets of all certificates. */
export const allCertificateSecrets = ({ certificateSecretsPrefix }: Storage) => ({
  id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${certificateSecretsPrefix}*]`,
  reason: 'One secret for each P12 and owner is created at run time, always with this prefix.',
});

/** Tells cdk-nag why the wildcards of a policy cannot be narrower. */
export const acknowledgeWildcards = (
  role: Role,
  storage: Storage,
  { mailRegion }: Pick<Stage, 'mailRegion'>,
) => {
  Validations.of(role).acknowledge(
    ...[storage.documents, storage.evidence].map((bucket) =>
      allObjects(bucket, 'Its objects are created at run time; the bucket holds nothing else.'),
    ),
    allCertificateSecrets(storage),
    {
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*]',
      reason:
        'Alarms are in a stack of their own, and a question for all of a prefix is about all alarms of the region. It reads names and states.',
    },
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:${mailRegion}:<AWS::AccountId>:identity/*]`,
      reason:
        'SES asks about the identity that it has verified, which may be the address of the sender, its domain or a domain above, and, while the AWS account is in the sandbox of SES, about that of the receiver. A condition allows sending from no address but the one of the stage (ses:FromAddress). An identity that the stage made itself could be named instead.',
    },
  );
};
