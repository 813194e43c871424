// Plays a declarative Jenkinsfile: `sh` runs for real in the workspace, what plugins do is said.
//   play.groovy JENKINSFILE WORKSPACE NAME=VALUE…    called in /, from where scripts are looked for
import groovy.io.FileType
import java.nio.file.FileSystems
import com.lesfurets.jenkins.unit.BasePipelineTest

class Play extends BasePipelineTest {
    File workspace
    Map<String, Object> variables = [:]
    String folder = '.'
    boolean skips = false

    void register(String name, List<Class> types, Closure body = null) {
        helper.registerAllowedMethod(name, types, body)
    }

    Object shell(Map step) {
        Map<String, String> environment = new TreeMap<>(System.getenv())
        binding.variables.each { name, value ->
            if (name ==~ /[A-Z_]+/) environment[name as String] = value.toString()
        }
        variables.each { name, value -> environment[name] = value.toString() }
        Process process = new ProcessBuilder('/bin/sh', '-xe', '-c', step.script as String)
            .directory(new File(workspace, folder)).redirectErrorStream(true).with {
                it.environment().clear(); it.environment().putAll(environment); it.start() }
        process.inputStream.eachLine { println "  | $it" }
        int status = process.waitFor()
        if (step.returnStatus) return status
        if (status != 0) { throw new IllegalStateException("sh ended with $status") }
        return null
    }

    void setUp(File workspace, Map<String, Object> given) {
        this.workspace = workspace
        variables = [WORKSPACE: workspace.path, JOB_NAME: 'parcel', BUILD_TAG: 'jenkins-parcel-1',
                     BRANCH_NAME: 'main', CHANGE_ID: ''] + given
        super.setUp()
        binding.setVariable('any', 'any')
        binding.setVariable('none', 'none')
        binding.setVariable('env', variables.withDefault { binding.variables[it] ?: '' })
        binding.setVariable('params', [COMMIT_TESTS: given.COMMIT_TESTS == 'true'])
        ['pipeline', 'options', 'parameters', 'environment', 'stages', 'post', 'always', 'script',
         'when', 'parallel', 'matrix', 'axes', 'axis', 'failure', 'success', 'unsuccessful'].each {
            register(it, [Closure]) { Closure body -> body() } }
        register('agent', [String]); register('agent', [Closure]) { it() }
        register('expression', [Closure]) { Closure body -> if (!body()) skips = true }
        register('steps', [Closure]) { Closure body -> if (!skips) body() }
        register('stage', [String, Closure]) { String name, Closure body ->
            println "stage $name"; skips = false; body(); skips = false }
        register('dir', [String, Closure]) { String name, Closure body ->
            String before = folder; folder = name
            try { body() } finally { folder = before } }
        register('withCredentials', [List, Closure]) { List l, Closure body -> body() }
        ['disableConcurrentBuilds', 'lastCompleted'].each { register(it, []) }
        ['timeout', 'logRotator', 'booleanParam', 'copyArtifacts', 'recordCoverage',
         'gitUsernamePassword', 'stash', 'unstash'].each { String name ->
            register(name, [Map]) { Map m -> println "  $name $m"; m } }
        register('buildDiscarder', [Object]); register('unstash', [String])
        register('junit', [Map]) { Map m -> matches('junit', m.testResults as String) }
        register('archiveArtifacts', [Map]) { Map m -> matches('archive', m.artifacts as String) }
        register('sh', [String]) { String text -> shell(script: text) }
        register('sh', [Map]) { Map step -> shell(step) }
        register('unstable', [String]) { String text -> println "  UNSTABLE $text" }
        register('error', [String]) { String text -> throw new IllegalStateException(text) }
    }

    void matches(String what, String patterns) {
        patterns.split(',')*.trim().each { pattern ->
            def matcher = FileSystems.default.getPathMatcher("glob:$pattern")
            def files = []
            workspace.eachFileRecurse(FileType.FILES) {
                if (matcher.matches(workspace.toPath().relativize(it.toPath()))) files << it
            }
            println "  $what $pattern: ${files.size()} files"
        }
    }
}

def given = args.drop(2).collectEntries { it.split('=', 2) as List }
def play = new Play()
play.setUp(new File(args[1]).canonicalFile, given)
play.runScript(new File(args[0]).canonicalPath.substring(1))
println 'ended'
